ALTER TABLE "feed_waiting" ADD COLUMN "snapshot" boolean;
--> statement-breakpoint
DROP TRIGGER events_webhook_snapshot ON events;
--> statement-breakpoint
-- A node of the former version leaves `snapshot` null; its kinds with a product or a seller are listed for it.
CREATE OR REPLACE FUNCTION keep_webhook_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.snapshot, NEW.kind IN ('product.edit', 'product.approve', 'product.restore', 'product.assign', 'editRequest.approve',
      'editRequest.approvePartly', 'user.suspend', 'user.reactivate')) AND EXISTS (SELECT FROM webhook_endpoints WHERE enabled) THEN
    INSERT INTO webhook_snapshots (event_id, product, seller) SELECT NEW.event_id, s.product, s.seller FROM webhook_snapshot(NEW.kind, NEW.item_id) s;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the commit, so that it is the product as the transaction left it, whether its event was written before the change or after it.
-- `record` knows from the row of the event whether its webhook has a product or a seller.
CREATE CONSTRAINT TRIGGER feed_waiting_webhook_snapshot AFTER INSERT ON feed_waiting DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.event_id IS NOT NULL AND NEW.snapshot IS NOT FALSE)
  EXECUTE FUNCTION keep_webhook_snapshot();
