CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" bigint,
	"audience" text NOT NULL,
	"user_id" text,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"reached" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "in_app" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notify" jsonb;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("created_at") WHERE "messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_daily" ON "notifications" USING btree ("user_id","created_at") WHERE "notifications"."mail" = 'daily';