import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { readCatalogue } from '#server/platform/database/catalogue.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { StartError } from '#server/platform/start-error.ts'

/** When the last of the 35 migrations that today's first three replace was generated, in milliseconds since 1970. */
const lastFormer = 1795379334919
/** The last version with the former migrations. */
const between = 'commit 912be24 of Backstall'
const replacements = 3
const shown = 5

const refuse = (sentence: string): never => {
  throw new StartError(`${sentence} Nothing was changed in it.`)
}

/**
 * Takes over a database that the former migrations made. The tables are the same, so only the record of migrations gets new rows. `last` is
 * the time of the last migration that was applied. Does nothing to an empty database, or to one with today's migrations. Throws
 * `StartError`, before any change, for a database that is older, that differs from what the former migrations made, or that has objects of
 * another program under our names.
 */
export async function adoptFormer(sql: Sql, folder: string, migrations: MigrationMeta[], last: number | undefined): Promise<void> {
  const replacing = migrations.slice(0, replacements)
  if (last && replacing.some(({ folderMillis }) => folderMillis <= last)) return
  const expected = (await readFile(join(folder, 'catalogue-of-0002.txt'), 'utf8')).trimEnd().split('\n')
  const taken = await takenName(sql, expected)
  if (!last && !taken) return
  if (!last)
    refuse(
      `The database already has "${taken}", but no record of Backstall's migrations. Give Backstall a database of its own, ` +
        'or restore the schema "drizzle" together with the tables.',
    )
  if (!taken) refuse('Another program records its migrations in this database (schema "drizzle"). Give Backstall a database of its own.')
  if (last !== lastFormer) refuse(`This database is older than ${between}. Start ${between} on it once, then this one.`)
  const found = await differences(sql, expected)
  if (found.length > 0) {
    const more = found.length > shown ? `, and ${found.length - shown} more` : ''
    refuse(
      `This database differs from what Backstall made (${found.slice(0, shown).join('; ')}${more}). Undo these changes, then start again.`,
    )
  }
  const rows = replacing.map(({ hash, folderMillis }) => ({ hash, created_at: folderMillis }))
  await sql`insert into drizzle.__drizzle_migrations ${sql(rows)}`
}

const named = /^(?:table|sequence|type|CREATE (?:UNIQUE )?INDEX|CREATE OR REPLACE FUNCTION public\.) ?(\w+)/

/** A name that Backstall needs and the database already has, if any. */
async function takenName(sql: Sql, expected: string[]): Promise<string | undefined> {
  const names = expected.flatMap((line) => named.exec(line)?.[1] ?? [])
  const [taken] = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any (${names})
    union all select typname from pg_type where typnamespace = 'public'::regnamespace and typname = any (${names})
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proname = any (${names}) limit 1`
  return taken?.name
}

/** Missing and unexpected lines. Tables, types and extensions that Backstall does not know belong to the operator and do not count. */
export async function differences(sql: Sql, expected: string[]): Promise<string[]> {
  const tables = new Set(expected.flatMap((line) => /^table (\w+)/.exec(line)?.[1] ?? []))
  const actual = await readCatalogue(sql)
  const lines = new Set(actual.map(({ line }) => line))
  const known = new Set(expected)
  const missing = expected.filter((line) => !lines.has(line))
  const unexpected = actual.filter(({ table, line }) => table !== null && tables.has(table) && !known.has(line))
  return [...missing.map((line) => `missing: ${line}`), ...unexpected.map(({ line }) => `unexpected: ${line}`)]
}
