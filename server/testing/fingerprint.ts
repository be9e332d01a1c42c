import { expect } from 'vitest'
import type { App } from '#server/platform/app.ts'
import { hurryMails } from '#server/testing/mails.ts'

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
  'chat_ratings',
  'widget_secrets',
  'webhook_endpoints',
  'webhook_deliveries',
]
/** Released files and old imports are removed at times that no call decides. */
const sources = [
  ...tables.map((table) => [table, table]),
  ['files', '(select xmin from files where released_at is null)'],
  ['imports', '(select xmin from imports order by created_at desc limit 20)'],
]

/** SQL: whether consumers and workers still have work. */
const behind = `
  exists (select from feed_waiting)
    or exists (select from outgoing_mails where sent_at is null and given_up_at is null and due_at < now() + interval '6 minutes')
    or exists (select from messages where done_at is null)
    or exists (select from imports where status in ('checking', 'running'))
    or exists (select from consumers where position < (select position from feed_head))`

/**
 * Every write leaves a row with a newer transaction in `xmin`, or one row less. Transactions are counted from the first: their age is far
 * cheaper to compute than their id, and is taken at one moment for the whole statement.
 */
const statement = [
  `select 'behind' as name, (${behind})::text as content`,
  `select 'settled', case when pg_snapshot_xmin(s) = pg_snapshot_xmax(s) then pg_snapshot_xmax(s)::text end from pg_current_snapshot() s`,
  ...sources.map(
    ([name, from]) => `select '${name}', count(*) || ' rows, last written by ' || age('3'::xid) - min(age(xmin)) from ${from} t`,
  ),
].join(' union all ')

/** The driver prepares a statement without parameters only if `simple` is off. Planning it takes five times as long as running it. */
const notPlannedAgain = { prepare: true, simple: false }

type Line = { name: string; content: string | null }

/** The last result and the newest transaction it covers: while that is the newest of the whole server, nothing was written since. */
let last: { of: App['sql']; settled: string | null; content: Record<string, string> } | undefined

/** Whether nothing at all was written since the last fingerprint. */
export async function isUnchanged({ sql }: Pick<App, 'sql'>): Promise<boolean> {
  if (last?.of !== sql || last.settled === null) return false
  const [newest] = await sql<{ settled: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as settled`
  return newest?.settled === last.settled
}

/**
 * A short summary of the database, once all background work is done: equal fingerprints mean that nothing was written, changed or removed
 * in between.
 */
export async function fingerprint(app: App): Promise<Record<string, string>> {
  if (last && (await isUnchanged(app))) return last.content
  let contents: Record<string, string | null> = {}
  const read = async () => {
    const rows = await app.sql.unsafe<Line[]>(statement, [], notPlannedAgain)
    contents = Object.fromEntries(rows.map(({ name, content }) => [name, content]))
    if (contents.behind === 'true') await hurryMails(app)
    return contents.behind
  }
  await expect.poll(read, { interval: 5, timeout: 60_000 }).toBe('false')
  const { settled = null, ...content } = contents
  last = { of: app.sql, settled, content: content as Record<string, string> }
  return last.content
}

/**
 * Keeps sessions from being updated when they are used: a test that takes minutes on a slow machine would count that write as one of a
 * refused call.
 */
export const keepSessionsUnchanged = (app: App) => app.sql`update sessions set updated_at = now() + interval '1 day'`
