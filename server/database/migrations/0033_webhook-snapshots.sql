CREATE TABLE "webhook_snapshots" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"product" jsonb,
	"seller" jsonb
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_item_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","item_id","number") WHERE "webhook_deliveries"."status" = 'waiting';
--> statement-breakpoint
-- The product and the seller that an event is about, as they are now; both null where there are none.
CREATE FUNCTION webhook_snapshot(kind text, item_id text) RETURNS TABLE (product jsonb, seller jsonb) LANGUAGE sql STABLE AS $$
  SELECT to_jsonb(p), CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('role', u.role, 'status', u.status) END
  FROM (SELECT CASE WHEN kind LIKE 'editRequest.%' THEN (SELECT r.product_id FROM edit_requests r WHERE r.id = item_id) ELSE item_id END AS id) about
  LEFT JOIN products p ON p.id = about.id
  LEFT JOIN users u ON u.id = CASE WHEN kind LIKE 'user.%' THEN about.id ELSE p.seller_id END
$$;
--> statement-breakpoint
CREATE FUNCTION keep_webhook_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE enabled) THEN
    INSERT INTO webhook_snapshots (event_id, product, seller) SELECT NEW.id, s.product, s.seller FROM webhook_snapshot(NEW.kind, NEW.item_id) s;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the commit, so that it is the product as the transaction left it, whether its event was written before the change or after it.
-- The kinds are those in `telling-of.ts` whose message tells of a product or a seller.
CREATE CONSTRAINT TRIGGER events_webhook_snapshot AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('product.edit', 'product.approve', 'product.restore', 'product.assign', 'editRequest.approve', 'editRequest.approvePartly',
    'user.suspend', 'user.reactivate'))
  EXECUTE FUNCTION keep_webhook_snapshot();
