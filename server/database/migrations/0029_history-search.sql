DROP INDEX "events_decisions";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
CREATE INDEX "event_details_former_title" ON "event_details" USING gin (("before" ->> 'title') gin_trgm_ops) WHERE "event_details"."before" ->> 'title' is not null;--> statement-breakpoint
CREATE INDEX "events_owner" ON "events" USING btree ("owner_id","kind") WHERE "events"."kind" <> 'chat.message';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (("name" || ' ' || "shop_name" || ' ' || "email") gin_trgm_ops);