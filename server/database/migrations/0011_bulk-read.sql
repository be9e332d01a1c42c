ALTER TABLE "bulk_decisions" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "bulk_decisions_unread" ON "bulk_decisions" USING btree ("author_id") WHERE "bulk_decisions"."status" = 'done' and "bulk_decisions"."read_at" is null;--> statement-breakpoint
-- What was finished before is old news to everybody.
UPDATE "bulk_decisions" SET "read_at" = now() WHERE "status" = 'done';
