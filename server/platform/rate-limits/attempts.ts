import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** An action that is allowed `max` times per window; `of` names the action and whose it is. */
export type Allowance = { of: readonly string[]; max: number; windowMs: number }

/** The number of attempts in this window, this one included, and the seconds until the window ends. */
export type Attempts = { count: number; secondsLeft: number }

/** Counters contain no addresses or e-mail addresses, only their hashes. */
const keyOf = ({ of }: Allowance): string => createHash('sha256').update(of.join('\n')).digest('base64url')

const none: Attempts = { count: 0, secondsLeft: 0 }

/** Counts one attempt against each allowance, all in one statement, so that concurrent attempts are all counted (product §10). */
export async function countAttempts(app: App, allowances: readonly Allowance[]): Promise<Attempts[]> {
  if (app.config.bench) return allowances.map(() => none)
  const keys = allowances.map(keyOf)
  const windows = allowances.map(({ windowMs }) => windowMs)
  const rows = await app.sql<(Attempts & { key: string })[]>`
    insert into counters as c (key, count, window_ends)
    select key, 1, now() + ms * interval '1 millisecond' from unnest(${keys}::text[], ${windows}::bigint[]) as t (key, ms) order by key
    on conflict (key) do update set
      count = case when c.window_ends <= now() then 1 else least(c.count, 1000000) + 1 end,
      window_ends = case when c.window_ends <= now() then excluded.window_ends else c.window_ends end
    returning key, count, ceil(extract(epoch from window_ends - now()))::int as "secondsLeft"`
  return keys.map((key) => rows.find((row) => row.key === key) ?? none)
}

/** The refusal of too many attempts, with Retry-After; it names the minutes if there are several. */
export const tooOften = (secondsLeft: number): AppError =>
  new AppError('too-many-requests', {
    ...(secondsLeft > 60 && refusalText('too-often', { minutes: Math.ceil(secondsLeft / 60) })),
    detail: { retryAfter: Math.max(1, secondsLeft) },
  })

/** Counts an attempt against each allowance. Throws `too-many-requests` if one is used up. */
export async function assertWithinLimit(app: App, allowances: readonly Allowance[]): Promise<void> {
  const tries = await countAttempts(app, allowances)
  const exceeded = tries.filter(({ count }, at) => count > (allowances[at]?.max ?? 0))
  if (exceeded.length > 0) throw tooOften(Math.max(...exceeded.map(({ secondsLeft }) => secondsLeft)))
}

/** Takes one attempt back from each allowance, because it does not count. */
export async function uncountAttempt(app: App, allowances: readonly Allowance[]): Promise<void> {
  if (app.config.bench) return
  const keys = allowances.map(keyOf)
  await app.sql`
    with mine as (select key from counters where key in ${app.sql(keys)} order by key for update)
    update counters set count = greatest(count - 1, 0) where key in (select key from mine)`
}

/** Removes counters whose window is over. */
export async function sweepCounters(app: App): Promise<void> {
  await app.sql`delete from counters where window_ends < now()`
}
