CREATE INDEX "users_shortest" ON "users" USING btree (least(length("name"), length(nullif("shop_name", ''))),"id");--> statement-breakpoint
-- Last, because it locks out reads until the commit.
DROP INDEX "products_queue_newest";--> statement-breakpoint
ALTER INDEX "products_queue_newest_next" RENAME TO "products_queue_newest";