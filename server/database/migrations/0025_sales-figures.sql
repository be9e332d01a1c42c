CREATE TABLE "decisions" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"admin_id" text,
	"approved" boolean NOT NULL,
	"code" text,
	"waited_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "sales_days" (
	"day" date PRIMARY KEY NOT NULL,
	"gross" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"units" bigint NOT NULL,
	"placed" bigint NOT NULL,
	"cancelled" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"changes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_shares" (
	"of" text NOT NULL,
	"id" text NOT NULL,
	"seller_id" text NOT NULL,
	"day" date NOT NULL,
	"gross" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"units" bigint NOT NULL,
	"placed" bigint NOT NULL,
	"cancelled" bigint NOT NULL,
	CONSTRAINT "sales_shares_of_id_seller_id_day_pk" PRIMARY KEY("of","id","seller_id","day")
);
--> statement-breakpoint
CREATE TABLE "sales_waiting" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"product_id" text,
	"seller_id" text,
	"category" text,
	"amount" bigint NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "sales_entries_at";--> statement-breakpoint
CREATE INDEX "decisions_at" ON "decisions" USING btree ("at","waited_ms");--> statement-breakpoint
CREATE INDEX "sales_shares_day" ON "sales_shares" USING btree ("of","day","gross" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_shares_seller" ON "sales_shares" USING btree ("seller_id","day") WHERE "sales_shares"."of" = 'product';--> statement-breakpoint
CREATE INDEX "sales_entries_product" ON "sales_entries" USING btree ("product_id","kind","at","id") WHERE "sales_entries"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_entries_seller" ON "sales_entries" USING btree ("seller_id","kind","at","id") WHERE "sales_entries"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_entries_category" ON "sales_entries" USING btree (coalesce("category", ''),"kind","at","id") WHERE "sales_entries"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_entries_at" ON "sales_entries" USING btree ("kind","at","id");--> statement-breakpoint
CREATE FUNCTION await_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_waiting (entry_id, at, kind, order_id, product_id, seller_id, category, amount, units)
    SELECT id, at, kind, order_id, product_id, seller_id, category, amount, units FROM written;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- In the transaction of the entry, so that rollups and what waits for them are the whole ledger at every moment.
CREATE TRIGGER sales_entries_wait AFTER INSERT ON sales_entries REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION await_rollup();
--> statement-breakpoint
INSERT INTO sales_waiting (entry_id, at, kind, order_id, product_id, seller_id, category, amount, units)
  SELECT id, at, kind, order_id, product_id, seller_id, category, amount, units FROM sales_entries;
--> statement-breakpoint
-- Decisions from before; the consumer goes on from here.
INSERT INTO decisions (event_id, at, admin_id, approved, code, waited_ms)
  SELECT e.id, e.created_at, e.actor_id, e.kind IN ('product.approve', 'editRequest.approve', 'editRequest.approvePartly'), d.code,
    CASE WHEN l.kind IN ('product.submit', 'editRequest.create') THEN (extract(epoch FROM e.created_at - l.created_at) * 1000)::bigint END
  FROM events e
  LEFT JOIN event_details d ON d.event_id = e.id AND e.kind IN ('product.reject', 'editRequest.reject')
  LEFT JOIN LATERAL (
    SELECT b.kind, b.created_at FROM events b WHERE b.item_id = e.item_id AND b.id < e.id
      AND b.kind IN ('product.submit', 'product.withdraw', 'product.approve', 'product.reject', 'product.archive', 'product.restore', 'editRequest.create', 'editRequest.withdraw')
    ORDER BY b.id DESC LIMIT 1
  ) l ON true
  WHERE e.kind IN ('product.approve', 'product.reject', 'editRequest.approve', 'editRequest.approvePartly', 'editRequest.reject');
--> statement-breakpoint
INSERT INTO consumers (name, position) SELECT 'sales', position FROM feed_head ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Every row is soon deleted again.
ALTER TABLE sales_waiting SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
