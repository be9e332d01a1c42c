ALTER TABLE "feed_waiting" ADD COLUMN "snapshot" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
DROP TRIGGER events_webhook_snapshot ON events;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_webhook_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE enabled) THEN
    INSERT INTO webhook_snapshots (event_id, product, seller) SELECT NEW.event_id, s.product, s.seller FROM webhook_snapshot(NEW.kind, NEW.item_id) s;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the commit, so that it is the product as the transaction left it, whether its event was written before the change or after it.
-- `record` knows from the row of the event whether its webhook has a product or a seller.
CREATE CONSTRAINT TRIGGER feed_waiting_webhook_snapshot AFTER INSERT ON feed_waiting DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.snapshot)
  EXECUTE FUNCTION keep_webhook_snapshot();
