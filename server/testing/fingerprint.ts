import { expect } from 'vitest'
import type { App } from '#server/app.ts'

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

/** Every write leaves a row with a newer transaction in `xmin`, or one row less. */
const statement = sources
  .map(
    ([name, from]) =>
      `select '${name}' as name, count(*) || ' rows, last written by ' || max(xmin::text::bigint) as content from ${from} t`,
  )
  .join(' union all ')

/** Waits until what follows from events, such as notices, has followed from all of them. */
async function settle({ sql }: App): Promise<void> {
  const behind = () => sql`
    select 1 where exists (select from feed_waiting)
      or exists (select from outgoing_mails where sent_at is null and given_up_at is null and due_at < now() + interval '6 minutes')
      or exists (select from messages where done_at is null)
      or exists (select from imports where status in ('checking', 'running'))
      or exists (select from consumers where position < (select position from feed_head))`
  await expect.poll(behind, { interval: 5, timeout: 5_000 }).toEqual([])
}

/** What is in the database, in short: two that are equal say that nothing was written, changed or removed in between. */
export async function fingerprint(app: App): Promise<Record<string, string>> {
  await settle(app)
  const rows = await app.sql.unsafe<{ name: string; content: string }[]>(statement)
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

/**
 * Whoever has a session so far is not noted as seen again, which is a write of its own: a test that takes minutes on a slow machine would find it where
 * it looks for what a refused call wrote.
 */
export const noteNobodySeen = (app: App) => app.sql`update sessions set updated_at = now() + interval '1 day'`
