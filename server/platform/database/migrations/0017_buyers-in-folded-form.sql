-- One rewrite of the table and its indexes: rows updated in the transaction that builds an index stay in it, and made searches slow.
ALTER TABLE "order_buyers" ALTER COLUMN "search" TYPE text USING lower(normalize("search", nfc) COLLATE "und-x-icu");
--> statement-breakpoint
CREATE INDEX "order_buyers_newest" ON "order_buyers" USING btree ("placed_at","order_id");
--> statement-breakpoint
ANALYZE "order_buyers";
