import { expect } from 'vitest'
import type { App } from '#server/platform/app.ts'

const tables = [
  'users',
  'sessions',
  'accounts',
  'products',
  'edit_requests',
  'orders',
  'order_buyers',
  'order_lines',
  'order_sellers',
  'refunds',
  'sales_entries',
  'bulk_decisions',
  'bulk_results',
  'lookers',
  'events',
  'event_details',
  'notifications',
  'settings',
  'api_keys',
  'feed_waiting',
  'outgoing_mails',
  'chats',
  'chat_messages',
  'chat_texts',
  'chat_notes',
  'chat_typists',
  'webhook_endpoints',
  'webhook_deliveries',
]
/** Files that were let go of, and old imports, are removed in their own time. */
const sources = [
  ...tables.map((table) => [table, table]),
  ['files', '(select xmin from files where released_at is null)'],
  ['imports', '(select xmin from imports order by created_at desc limit 20)'],
]

/** Whether what follows from events, such as notices, has followed from all of them. */
const behind = `
  exists (select from feed_waiting)
    or exists (select from outgoing_mails where sent_at is null and given_up_at is null and due_at < now() + interval '6 minutes')
    or exists (select from messages where done_at is null)
    or exists (select from imports where status in ('checking', 'running'))
    or exists (select from consumers where position < (select position from feed_head))`

/**
 * Every write leaves a row with a newer transaction in `xmin`, or one row less. Transactions are counted from the first; their age is far cheaper to take
 * than their name, and is taken from one moment in all of a statement.
 */
const statement = [
  `select 'behind' as name, (${behind})::text as content`,
  `select 'settled', case when pg_snapshot_xmin(s) = pg_snapshot_xmax(s) then pg_snapshot_xmax(s)::text end from pg_current_snapshot() s`,
  ...sources.map(
    ([name, from]) => `select '${name}', count(*) || ' rows, last written by ' || age('3'::xid) - min(age(xmin)) from ${from} t`,
  ),
].join(' union all ')

type Line = { name: string; content: string | null }

/** What was read last, and up to which transaction: as long as that is the newest of the whole server, nothing was written since. */
let last: { of: App['sql']; settled: string | null; content: Record<string, string> } | undefined

async function isUnchanged({ sql }: Pick<App, 'sql'>): Promise<boolean> {
  if (last?.of !== sql || last.settled === null) return false
  const [newest] = await sql<{ settled: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as settled`
  return newest?.settled === last.settled
}

/** What is in the database, in short, once everything has followed: two that are equal say that nothing was written, changed or removed in between. */
export async function fingerprint(app: App): Promise<Record<string, string>> {
  if (last && (await isUnchanged(app))) return last.content
  let seen: Record<string, string | null> = {}
  const read = async () => {
    const rows = await app.sql.unsafe<Line[]>(statement, [], { prepare: true })
    seen = Object.fromEntries(rows.map(({ name, content }) => [name, content]))
    return seen.behind
  }
  await expect.poll(read, { interval: 5, timeout: 60_000 }).toBe('false')
  const { settled = null, ...content } = seen
  last = { of: app.sql, settled, content: content as Record<string, string> }
  return last.content
}

/**
 * Whoever has a session so far is not noted as seen again, which is a write of its own: a test that takes minutes on a slow machine would find it where
 * it looks for what a refused call wrote.
 */
export const noteNobodySeen = (app: App) => app.sql`update sessions set updated_at = now() + interval '1 day'`
