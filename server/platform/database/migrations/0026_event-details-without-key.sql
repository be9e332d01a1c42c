ALTER TABLE "event_details" DROP CONSTRAINT "event_details_event_id_events_id_fk";
