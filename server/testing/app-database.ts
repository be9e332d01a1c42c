import { randomBytes } from 'node:crypto'
import { type Connections, connect, type Sql } from '#server/platform/database/database.ts'
import { templateName } from './test-database.ts'
import { testServer } from './worker.ts'

/** The database of a test app with its open pools. `schema`: a digest of what it was migrated to. */
export type AppDatabase = { name: string; calls: Connections; workers: Connections; size: number; schema: string; migrated: Migrated }

/** What every migrated database holds: its tables, their triggers that are always enabled, and the rows that migrations wrote. */
type Migrated = { tables: string[]; triggers: { table: string; name: string }[]; rows: { table: string; json: string }[] }

/**
 * Databases of closed test apps, with the rows of a migrated one again. New ones, whose connections first read the catalogue and plan every
 * statement, take a quarter more processor time for all tests of the server.
 */
const spares: AppDatabase[] = []
let count = 0
let migrated: Migrated | undefined

/** Shorter than the time limit of a test, so that a statement that hangs fails with its text and its caller. */
const patience = { statementMs: 60_000, lockMs: 40_000, poolMs: 60_000 }

/** Takes a database as migrated, whose pool for calls has `size` connections. */
export async function takeDatabase(size: number): Promise<AppDatabase> {
  const spare = spares.findLastIndex((one) => one.size === size)
  if (spare >= 0) return spares.splice(spare, 1)[0] as AppDatabase
  count += 1
  const name = `test_app_${process.pid}_${count}_${randomBytes(3).toString('hex')}`
  await administer(`create database ${name} template ${templateName} strategy file_copy`)
  const address = { ...testServer(), database: name }
  // As on a real node: behind a consumer that waits for a lock, a call on the same connection would wait, too.
  const calls = connect(address, size, patience)
  const workers = connect(address, 3, patience)
  // All are open from the beginning. A statement that finds none idle may be sent behind another one, which in a test may wait for a lock.
  const opened = await Promise.all(Array.from({ length: size }, () => calls.sql.reserve()))
  for (const connection of opened) connection.release()
  migrated ??= await readMigrated(calls.sql)
  return { name, calls, workers, size, schema: await schemaOf(calls.sql), migrated }
}

/** Empties the database for the next test app. One whose schema was changed, or whose connections are gone, is dropped instead. */
export async function giveBack(database: AppDatabase): Promise<void> {
  if (await empty(database).catch(() => false)) spares.push(database)
  else await drop(database)
}

async function drop({ name, calls, workers }: AppDatabase): Promise<void> {
  await Promise.all([calls.close(), workers.close()])
  await administer(`drop database if exists ${name} with (force)`)
}

async function empty({ calls: { sql }, schema, migrated: { tables, triggers, rows } }: AppDatabase): Promise<boolean> {
  if ((await schemaOf(sql)) !== schema) return false
  const deletes = tables.map((table) => `delete from ${table};`)
  const turn = (how: string) => triggers.map(({ table, name }) => `alter table ${table} ${how} trigger ${name};`)
  await sql.begin(async (tx) => {
    // Neither foreign keys nor triggers run, except those that are always enabled.
    await tx`select set_config('session_replication_role', 'replica', true), set_config('lock_timeout', '2s', true)`
    await tx.unsafe([...turn('disable'), ...deletes, ...turn('enable always')].join(''))
    for (const { table, json } of rows)
      await tx.unsafe(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`, [json])
    await tx`select setval(seqrelid::regclass, seqstart, false) from pg_sequence`
  })
  return true
}

async function readMigrated(sql: Sql): Promise<Migrated> {
  const names = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
  const tables = names.map(({ name }) => name)
  const rows: Migrated['rows'] = []
  for (const table of tables) {
    const [its] = await sql.unsafe<{ json: string | null }[]>(`select jsonb_agg(t)::text as json from ${table} t`)
    if (its?.json) rows.push({ table, json: its.json })
  }
  const triggers = await sql<Migrated['triggers']>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger where tgenabled = 'A'`
  return { tables, triggers, rows }
}

/** Changes with every change of a table, column, index, trigger, constraint, function or setting of the database. */
async function schemaOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ schema: string }[]>`
    select md5(string_agg(object, ',' order by object)) as schema from (
      select oid || ' ' || xmin as object from pg_class where relnamespace = 'public'::regnamespace
      union all select oid || ' ' || xmin from pg_proc where pronamespace = 'public'::regnamespace
      union all select oid || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select attrelid || ' ' || attname || ' ' || xmin from pg_attribute where attrelid > 16384
      union all select oid || ' ' || xmin from pg_constraint where oid > 16384
      union all select oid || ' ' || xmin from pg_attrdef
      union all select setdatabase || ' ' || setrole || ' ' || xmin from pg_db_role_setting
      union all select oid || ' ' || xmin from pg_namespace
    ) objects (object)`
  return row?.schema ?? ''
}

let administration: Connections | undefined

/** Uses one connection for all databases of this process, which ends with it. */
async function administer(statement: string): Promise<void> {
  administration ??= connect(testServer(), 1)
  await administration.sql.unsafe(statement)
}
