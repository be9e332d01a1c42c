import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { readCatalogue } from '#server/database/catalogue.ts'
import type { Sql } from '#server/database/database.ts'
import { StartError } from '#server/start-error.ts'

/** A migration as drizzle recorded it: the SHA-256 of its file, and when it was generated, in milliseconds. */
export type Applied = { hash: string; createdAt: number }

/** `0034_former-sellers`, the last of the 35 migrations that the first three of today replace. */
const lastFormer = '9f3371fe627de0d8c1f976789fb7732bea29a8bb434079bf059c25aa4a871a76'
/** The version whose last migration that was. */
const between = 'the version of 22 November 2026 (commit 912be24)'
const replacements = 3
const shown = 5

const refuse = (sentence: string): never => {
  throw new StartError(`${sentence} Nothing was changed in it.`)
}

/**
 * Takes over a database that the former migrations made. The tables are the same, so only the record of migrations gets new rows. Does nothing to an
 * empty database, or to one that has today's migrations. Throws `StartError`, before any change, for a database that is older, that differs from what
 * the former migrations made, or that has tables of another program.
 */
export async function adoptFormer(sql: Sql, folder: string, migrations: MigrationMeta[], last: Applied | undefined): Promise<void> {
  const replacing = migrations.slice(0, replacements)
  if (last && replacing.some(({ folderMillis }) => folderMillis <= last.createdAt)) return
  const { differences, taken } = await compare(sql, folder)
  if (!last && taken.length === 0) return
  if (!last)
    refuse(`The database has a table "${taken[0]}" that Backstall did not make. Give Backstall a database of its own in DATABASE_URL.`)
  if (last?.hash !== lastFormer) refuse(`This database is from an older version of Backstall. Start ${between} on it once, then this one.`)
  if (differences.length > 0)
    refuse(
      `This database differs from what Backstall made (${differences.slice(0, shown).join('; ')}). ` +
        `Undo ${differences.length} difference(s), then start again.`,
    )
  const rows = replacing.map(({ hash, folderMillis }) => ({ hash, created_at: folderMillis }))
  await sql`insert into drizzle.__drizzle_migrations ${sql(rows)}`
}

/** Tables, types and extensions that Backstall does not know are the operator's own and no difference. `taken` are the tables of Backstall that are there. */
export async function compare(sql: Sql, folder: string) {
  const expected = (await readFile(join(folder, 'catalogue-of-0002.txt'), 'utf8')).trimEnd().split('\n')
  const tables = expected.flatMap((line) => /^table (\S+)/.exec(line)?.[1] ?? [])
  const actual = await readCatalogue(sql)
  const lines = new Set(actual.map(({ line }) => line))
  const known = new Set(expected)
  const missing = expected.filter((line) => !lines.has(line))
  const unexpected = actual.filter(({ table, line }) => table !== null && tables.includes(table) && !known.has(line))
  return {
    differences: [...missing.map((line) => `missing: ${line}`), ...unexpected.map(({ line }) => `unexpected: ${line}`)],
    taken: tables.filter((name) => actual.some(({ table }) => table === name)),
  }
}
