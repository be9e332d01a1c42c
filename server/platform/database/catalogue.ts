import type { Sql } from '#server/platform/database/database.ts'

/** An object of a database as one line, and the table it belongs to; null for types, functions and extensions. */
export type CatalogueLine = { table: string | null; line: string }

/**
 * Everything in the schema `public` except rows: tables with their options, columns, constraints, indexes, triggers, rules, sequences,
 * enums and functions, and the names of the extensions. Leaves out the order of columns and the objects of extensions. `not null` is part
 * of the column's line, because PostgreSQL has constraints for it only since version 18.
 */
export async function readCatalogue(sql: Sql): Promise<CatalogueLine[]> {
  return sql<CatalogueLine[]>`
    with own as (
      select c.oid, c.relname, c.relkind, c.reloptions, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ), described as (
      select null::text as "table", 'extension ' || extname as line from pg_extension where extname <> 'plpgsql'
      union all
      select null, format('type %s enum (%s)', t.typname, string_agg(e.enumlabel, ', ' order by e.enumsortorder))
      from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname
      union all
      select relname, format('%s %s %s', case relkind when 'S' then 'sequence' when 'r' then 'table' else 'relation ' || relkind::text end, relname,
        concat_ws(' ', nullif(relpersistence::text, 'p'), case when relrowsecurity or relforcerowsecurity then 'row security' end, (select string_agg(option, ', ' order by option) from unnest(reloptions) option)))
      from own
      union all
      select c.relname, format('sequence %s %s start %s by %s from %s to %s cache %s%s', c.relname, format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
        s.seqcache, case when s.seqcycle then ' cycle' end)
      from pg_sequence s join own c on c.oid = s.seqrelid
      union all
      select c.relname, concat_ws(' ', format('column %s.%s', c.relname, a.attname), format_type(a.atttypid, a.atttypmod),
        (select 'collate ' || l.collname from pg_collation l where l.oid = a.attcollation and l.collname <> 'default'),
        case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
        'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, ''))
      from pg_attribute a join own c on c.oid = a.attrelid and c.relkind <> 'S'
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped
      union all
      select c.relname, format('constraint %s.%s %s%s', c.relname, n.conname, pg_get_constraintdef(n.oid), case when not n.convalidated then ' not validated' end)
      from pg_constraint n join own c on c.oid = n.conrelid where n.contype <> 'n' and n.contype <> 't'
      union all
      select c.relname, pg_get_indexdef(i.indexrelid) || case when not i.indisvalid then ' invalid' else '' end
      from pg_index i join own c on c.oid = i.indrelid
      union all
      select c.relname, format('%s, enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join own c on c.oid = t.tgrelid where not t.tgisinternal
      union all
      select c.relname, pg_get_ruledef(r.oid) from pg_rewrite r join own c on c.oid = r.ev_class where r.rulename <> '_RETURN'
      union all
      select null, regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g') from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    )
    select "table", trim(line) as line from described order by line collate "C"`
}
