CREATE TYPE "public"."edit_request_status" AS ENUM('pending', 'approved', 'partly_approved', 'rejected', 'withdrawn', 'superseded');--> statement-breakpoint
CREATE TABLE "edit_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text,
	"product_title" text NOT NULL,
	"seller_id" text,
	"status" "edit_request_status" DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"base_version" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"base" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	"decisions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rejection_reason" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_decisions" ADD COLUMN "noun" text DEFAULT 'products' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "proposed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "edit_request_id" text;--> statement-breakpoint
ALTER TABLE "edit_requests" ADD CONSTRAINT "edit_requests_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edit_requests" ADD CONSTRAINT "edit_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "edit_requests_pending" ON "edit_requests" USING btree ("product_id") WHERE "edit_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "edit_requests_product" ON "edit_requests" USING btree ("product_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "edit_requests_queue" ON "edit_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "edit_requests_seller" ON "edit_requests" USING btree ("seller_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "edit_requests_search" ON "edit_requests" USING gin ("product_title" gin_trgm_ops);