DROP INDEX "events_newest";--> statement-breakpoint
DROP INDEX "events_kind";--> statement-breakpoint
DROP INDEX "notifications_newest";--> statement-breakpoint
DROP INDEX "products_sku";--> statement-breakpoint
DROP INDEX "products_seller_newest";--> statement-breakpoint
DROP INDEX "products_seller_status";--> statement-breakpoint
DROP INDEX "products_queue_newest";--> statement-breakpoint
DROP INDEX "products_queue_waiting";--> statement-breakpoint
DROP INDEX "users_newest";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "named_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "files_unnamed" ON "files" USING btree ("created_at") WHERE "files"."named_at" is null;--> statement-breakpoint
CREATE INDEX "products_seller_updated" ON "products" USING btree ("seller_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_seller_title" ON "products" USING btree ("seller_id","title" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "products_seller_price" ON "products" USING btree ("seller_id",coalesce("price", -1),"id");--> statement-breakpoint
CREATE INDEX "products_seller_stock" ON "products" USING btree ("seller_id",coalesce("stock", -1),"id");--> statement-breakpoint
CREATE INDEX "products_queue_title" ON "products" USING btree ("status","title" collate "und-x-icu","id") WHERE not "products"."unfinished";--> statement-breakpoint
CREATE INDEX "products_queue_price" ON "products" USING btree ("status",coalesce("price", -1),"id") WHERE not "products"."unfinished";--> statement-breakpoint
CREATE INDEX "events_newest" ON "events" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "events_kind" ON "events" USING btree ("kind","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku" ON "products" USING btree ("sku","seller_id") WHERE "products"."sku" is not null;--> statement-breakpoint
CREATE INDEX "products_seller_newest" ON "products" USING btree ("seller_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_seller_status" ON "products" USING btree ("seller_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_queue_newest" ON "products" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not "products"."unfinished";--> statement-breakpoint
CREATE INDEX "products_queue_waiting" ON "products" USING btree ("status",coalesce("submitted_at", "created_at"),"id") WHERE not "products"."unfinished";--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);