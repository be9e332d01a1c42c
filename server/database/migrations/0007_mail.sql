CREATE TABLE "outgoing_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"content" jsonb NOT NULL,
	"once" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_mails_once" UNIQUE("once")
);
--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("due_at") WHERE "outgoing_mails"."sent_at" is null and "outgoing_mails"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_recipient" ON "outgoing_mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "outgoing_mails_done" ON "outgoing_mails" USING btree ("created_at") WHERE "outgoing_mails"."sent_at" is not null or "outgoing_mails"."given_up_at" is not null;