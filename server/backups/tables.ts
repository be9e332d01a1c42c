import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Table } from '#server/backups/manifest.ts'
import { readFrom, type Sum, writeSummed } from '#server/backups/sums.ts'
import { type CopyClient, copyIn, copyOut, quoted } from '#server/platform/database/copy-client.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { StartError } from '#server/platform/start-error.ts'

/**
 * Sign-in is not backed up: a session or link that was ended since must not come back (docs/backup.md). Nor is an export on its way from the
 * command to the server, which may have gigabytes.
 */
const leftOut = ['sessions', 'account_tokens', 'verifications', 'transfer_parts']

const dataOf = (folder: string, table: string) => join(folder, pathOfTable(table))
export const pathOfTable = (table: string): string => `database/${table}.copy.gz`

/** Every table of Backstall that is backed up, with the columns that hold its data. */
export async function findTables(client: CopyClient): Promise<Pick<Table, 'name' | 'columns'>[]> {
  const { rows } = await client.query<Pick<Table, 'name' | 'columns'>>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)
    group by c.relname order by c.relname`,
    [leftOut],
  )
  return rows
}

/** The next values of all sequences. Values that were given after a snapshot are skipped in a restored database. */
export async function findSequences(client: CopyClient): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

/** Counts the rows of a table and adds up a hash of each: the same in every order, on every machine. */
export async function sumTable(
  client: CopyClient,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
): Promise<Pick<Table, 'rows' | 'checksum'>> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(('x' || left(md5(row(${quoted(...columns)})::text), 15))::bit(60)::bigint), 0)::text as checksum
    from ${quoted(name)}`,
  )
  return { rows: Number(rows[0]?.rows), checksum: rows[0]?.checksum ?? '' }
}

/** Writes the rows of a table into a folder, compressed. */
export function saveTable(
  client: CopyClient,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  folder: string,
  signal?: AbortSignal,
): Promise<Sum> {
  const rows = copyOut(client, `copy (select ${quoted(...columns)} from ${quoted(name)}) to stdout`)
  const zip = createGzip({ level: 1 })
  rows.once('error', (error) => zip.destroy(error))
  return writeSummed(dataOf(folder, name), rows.pipe(zip), signal)
}

/**
 * Fills the tables of an empty database with those of a backup, in one transaction. Triggers and foreign keys are off, as all was checked
 * when it was written; indexes are made after the rows, which is faster.
 */
export async function loadTables(client: CopyClient, tables: readonly Table[], folder: string): Promise<void> {
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`)
  await client.query(`begin`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name, columns } of tables) {
    // Migrations leave rows in some tables; those that are append-only refuse even to be emptied.
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rowCount) await client.query(`delete from ${quoted(name)}`)
    const rows = copyIn(client, `copy ${quoted(name)} (${quoted(...columns)}) from stdin`)
    await pipeline(readFrom(dataOf(folder, name)), createGunzip(), rows).catch((error: unknown) => {
      throw new StartError(`The backup in ${folder} cannot be restored: ${name}: ${messageOf(error)}`)
    })
  }
  for (const { definition } of indexes) await client.query(definition)
  await client.query(`commit; set session_replication_role = origin; analyze`)
}

export async function setSequences(client: CopyClient, sequences: readonly { name: string; value: string }[]): Promise<void> {
  for (const { name, value } of sequences) await client.query(`select setval($1::regclass, $2)`, [quoted(name), value])
}
