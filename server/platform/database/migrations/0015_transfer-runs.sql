CREATE TABLE "transfer_findings" (
	"run_id" text NOT NULL,
	"at" integer NOT NULL,
	"collection" text NOT NULL,
	"line" integer,
	"id" text,
	"field" text,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "transfer_findings_run_id_at_pk" PRIMARY KEY("run_id","at")
);
--> statement-breakpoint
CREATE TABLE "transfer_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"major_units" boolean NOT NULL,
	"status" text DEFAULT 'checking' NOT NULL,
	"progress" jsonb DEFAULT '{"counts":{},"at":null}'::jsonb NOT NULL,
	"problem" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "transfer_findings" ADD CONSTRAINT "transfer_findings_run_id_transfer_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."transfer_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_runs" ADD CONSTRAINT "transfer_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_runs_open" ON "transfer_runs" USING btree ((true)) WHERE "transfer_runs"."status" in ('checking', 'checked', 'running');--> statement-breakpoint
CREATE INDEX "transfer_runs_newest" ON "transfer_runs" USING btree ("created_at");