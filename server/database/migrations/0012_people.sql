ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_by" text;--> statement-breakpoint
CREATE INDEX "event_details_reason" ON "event_details" USING gin ("reason" gin_trgm_ops) WHERE "event_details"."reason" is not null;--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree ("actor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "users_inactive" ON "users" USING btree ("status","id") WHERE "users"."status" <> 'active';