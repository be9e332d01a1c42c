-- An erasure blanks values, or calls a person "Closed account"; nobody puts other words in their place (product §6).
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.event_id <> OLD.event_id
    OR (NEW.title IS NOT NULL AND NEW.title <> 'Closed account' AND NEW.title IS DISTINCT FROM OLD.title)
    OR (NEW.before IS NOT NULL AND NEW.before IS DISTINCT FROM OLD.before)
    OR (NEW.after IS NOT NULL AND NEW.after IS DISTINCT FROM OLD.after)
    OR (NEW.reason IS NOT NULL AND NEW.reason IS DISTINCT FROM OLD.reason)
    OR (NEW.code IS NOT NULL AND NEW.code IS DISTINCT FROM OLD.code)
  THEN
    RAISE EXCEPTION 'The table % is append-only: its values may only be blanked.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER event_details_words BEFORE UPDATE ON event_details
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- Also where replication or a restore has switched ordinary triggers off.
ALTER TABLE event_details ENABLE ALWAYS TRIGGER event_details_words;
