-- History is append-only for every caller (product §6).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The table % is append-only: % is refused.', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- ALWAYS: also while replication or a restore has switched ordinary triggers off.
ALTER TABLE events ENABLE ALWAYS TRIGGER events_append_only;
--> statement-breakpoint
-- An erasure blanks the values of an event but keeps its row (product §6).
CREATE TRIGGER event_details_stay BEFORE DELETE OR TRUNCATE ON event_details
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE event_details ENABLE ALWAYS TRIGGER event_details_stay;
--> statement-breakpoint
-- An erasure blanks values or replaces a person's name with "Closed account". No other value can be written (product §6).
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
ALTER TABLE event_details ENABLE ALWAYS TRIGGER event_details_words;
--> statement-breakpoint
-- Past days never change: a correction is an entry of its own (product §5).
CREATE TRIGGER sales_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE sales_entries ENABLE ALWAYS TRIGGER sales_entries_append_only;
--> statement-breakpoint
CREATE FUNCTION await_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_waiting (entry_id, at, kind, order_id, product_id, seller_id, category, amount, units)
    SELECT id, at, kind, order_id, product_id, seller_id, category, amount, units FROM written;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- In the transaction of the entry, so that the rollups and the waiting entries are the whole ledger at every moment.
CREATE TRIGGER sales_entries_wait AFTER INSERT ON sales_entries REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION await_rollup();
--> statement-breakpoint
-- The product and the seller that an event is about, as they are now; both null where there are none.
CREATE FUNCTION webhook_snapshot(kind text, item_id text) RETURNS TABLE (product jsonb, seller jsonb) LANGUAGE sql STABLE AS $$
  SELECT to_jsonb(p), CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('role', u.role, 'status', u.status) END
  FROM (SELECT CASE WHEN kind LIKE 'editRequest.%' THEN (SELECT r.product_id FROM edit_requests r WHERE r.id = item_id) ELSE item_id END AS id) about
  LEFT JOIN products p ON p.id = about.id
  LEFT JOIN users u ON u.id = CASE WHEN kind LIKE 'user.%' THEN about.id ELSE p.seller_id END
$$;
--> statement-breakpoint
CREATE FUNCTION keep_webhook_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE enabled) THEN
    INSERT INTO webhook_snapshots (event_id, product, seller) SELECT NEW.id, s.product, s.seller FROM webhook_snapshot(NEW.kind, NEW.item_id) s;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the commit, so that it is the product as the transaction left it, whether its event was written before the change or after it.
-- The kinds are those in `telling-of.ts` whose message tells of a product or a seller.
CREATE CONSTRAINT TRIGGER events_webhook_snapshot AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('product.edit', 'product.approve', 'product.restore', 'product.assign', 'editRequest.approve', 'editRequest.approvePartly',
    'user.suspend', 'user.reactivate'))
  EXECUTE FUNCTION keep_webhook_snapshot();
--> statement-breakpoint
ALTER TABLE feed_head ADD CONSTRAINT feed_head_single CHECK (id = 1);
--> statement-breakpoint
ALTER TABLE installation ADD CONSTRAINT installation_single CHECK (id = 1);
--> statement-breakpoint
-- These tables are filled and emptied all the time. They are vacuumed by the number of rows, not their share, so that they stay a few pages.
ALTER TABLE feed_waiting SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
ALTER TABLE feed_head SET (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
ALTER TABLE sales_waiting SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
-- The one row that the dispatcher locks. Positions of the feed count from here.
INSERT INTO feed_head (id, position) VALUES (1, 0);
--> statement-breakpoint
INSERT INTO consumers (name, position) VALUES ('sales', 0);
