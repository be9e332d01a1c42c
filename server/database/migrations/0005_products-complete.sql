CREATE TABLE "bulk_decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"status" text DEFAULT 'held' NOT NULL,
	"author_id" text NOT NULL,
	"session_id" text NOT NULL,
	"items" jsonb NOT NULL,
	"code" text,
	"rejection_reason" text,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"runs_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_results" (
	"bulk_id" text NOT NULL,
	"at" integer NOT NULL,
	"product_id" text NOT NULL,
	"title" text NOT NULL,
	"code" text,
	"message" text,
	CONSTRAINT "bulk_results_bulk_id_at_pk" PRIMARY KEY("bulk_id","at")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'checking' NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ignored" text[] DEFAULT '{}' NOT NULL,
	"held_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "lookers" (
	"product_id" text NOT NULL,
	"user_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lookers_product_id_user_id_pk" PRIMARY KEY("product_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "approved_version" integer;--> statement-breakpoint
ALTER TABLE "bulk_decisions" ADD CONSTRAINT "bulk_decisions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_results" ADD CONSTRAINT "bulk_results_bulk_id_bulk_decisions_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookers" ADD CONSTRAINT "lookers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_decisions_open" ON "bulk_decisions" USING btree ("runs_at") WHERE "bulk_decisions"."status" in ('held', 'running');--> statement-breakpoint
CREATE INDEX "bulk_decisions_done" ON "bulk_decisions" USING btree ("finished_at") WHERE "bulk_decisions"."status" = 'done';--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("held_until") WHERE "imports"."status" in ('checking', 'running');--> statement-breakpoint
CREATE INDEX "lookers_until" ON "lookers" USING btree ("until");--> statement-breakpoint
CREATE INDEX "events_decisions" ON "events" USING btree ("owner_id","kind") WHERE "events"."kind" in ('product.approve', 'product.reject');--> statement-breakpoint
CREATE INDEX "products_approved_category" ON "products" USING btree ("category","status_updated_at") WHERE "products"."status" = 'approved';--> statement-breakpoint
-- What is on sale was approved as it is: reviewed fields of an approved product could not change until now.
UPDATE "products" SET "approved_version" = "version" WHERE "status" = 'approved';
