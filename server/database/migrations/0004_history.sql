DROP INDEX "events_kind";--> statement-breakpoint
CREATE INDEX "events_kind" ON "events" USING btree ("kind","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
-- An erasure blanks the values of an event, it never takes the row away (product §6).
CREATE TRIGGER event_details_stay BEFORE DELETE OR TRUNCATE ON event_details
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE event_details ENABLE ALWAYS TRIGGER event_details_stay;
