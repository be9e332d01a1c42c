CREATE TABLE "transferred_records" (
	"collection" text NOT NULL,
	"id" text NOT NULL,
	"here" text,
	"record" text,
	"fingerprint" text NOT NULL,
	"state" text,
	"asks_admin" boolean DEFAULT false NOT NULL,
	CONSTRAINT "transferred_records_collection_id_pk" PRIMARY KEY("collection","id")
);
--> statement-breakpoint
ALTER TABLE "event_details" ADD COLUMN "imported" jsonb;--> statement-breakpoint
CREATE INDEX "transferred_records_admins" ON "transferred_records" USING btree ("id") WHERE "transferred_records"."asks_admin";
--> statement-breakpoint
-- As in 0002, with the sentence of an imported event, which may only be blanked, too.
CREATE OR REPLACE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.event_id <> OLD.event_id
    OR (NEW.title IS NOT NULL AND NEW.title <> 'Closed account' AND NEW.title IS DISTINCT FROM OLD.title)
    OR (NEW.before IS NOT NULL AND NEW.before IS DISTINCT FROM OLD.before)
    OR (NEW.after IS NOT NULL AND NEW.after IS DISTINCT FROM OLD.after)
    OR (NEW.reason IS NOT NULL AND NEW.reason IS DISTINCT FROM OLD.reason)
    OR (NEW.code IS NOT NULL AND NEW.code IS DISTINCT FROM OLD.code)
    OR (NEW.imported IS NOT NULL AND NEW.imported IS DISTINCT FROM OLD.imported)
  THEN
    RAISE EXCEPTION 'The table % is append-only: its values may only be blanked.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
