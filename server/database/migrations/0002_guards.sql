-- What happened stays as it was written, whoever asks (product §6).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The table % is append-only: % is refused.', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also where replication or a restore has switched ordinary triggers off.
ALTER TABLE events ENABLE ALWAYS TRIGGER events_append_only;
--> statement-breakpoint
-- The one row that whoever dispatches locks; positions count from here.
INSERT INTO feed_head (id, position) VALUES (1, 0);
--> statement-breakpoint
ALTER TABLE feed_head ADD CONSTRAINT feed_head_single CHECK (id = 1);
--> statement-breakpoint
ALTER TABLE installation ADD CONSTRAINT installation_single CHECK (id = 1);
--> statement-breakpoint
-- Filled and emptied all the time: cleaned often, by count instead of by share, so that it stays a few pages.
ALTER TABLE feed_waiting SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
ALTER TABLE feed_head SET (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
