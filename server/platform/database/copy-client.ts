import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Hosts } from '#server/platform/database-address.ts'

/** One connection that can copy whole tables as streams, which our pools cannot. */
export type CopyClient = pg.Client

/** Opens one without time limits. A lost connection is reported by the statement that needs it. */
export async function openCopyClient({ hosts }: Pick<Hosts, 'hosts'>): Promise<CopyClient & AsyncDisposable> {
  const client = new pg.Client({ ...hosts[0], application_name: 'backstall backup' })
  client.on('error', () => {})
  await client.connect()
  await client.query(`set timezone = 'UTC'`)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** Names as they stand in a statement. */
export const quoted = (...names: readonly string[]): string => names.map(pg.escapeIdentifier).join(', ')

/** Runs a statement COPY … TO STDOUT. */
export const copyOut = (client: CopyClient, statement: string): Readable => client.query(to(statement))

/** Runs a statement COPY … FROM STDIN. */
export const copyIn = (client: CopyClient, statement: string): Writable => client.query(from(statement))
