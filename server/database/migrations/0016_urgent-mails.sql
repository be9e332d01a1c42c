DROP INDEX "outgoing_mails_due";--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "urgent" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("urgent" DESC NULLS LAST,"due_at") WHERE "outgoing_mails"."sent_at" is null and "outgoing_mails"."given_up_at" is null;