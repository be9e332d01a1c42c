import type { StreamEnd } from '#domain/event.ts'
import type { Actor } from '#domain/user.ts'
import { isOpen, type Stream } from '#server/live/stream.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { type Log, openErrorLog } from '#server/platform/events/error-log.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { requiredText } from '#server/sessions/required.ts'

/** Why the session under an open stream ended, or that the person has another role now. */
type Fallen = StreamEnd['reason'] | 'role-changed'

type Row = { id: string; expired: boolean | null; status: Actor['status'] | null }

function fate({ expired, status }: Row): Fallen {
  if (status === 'suspended') return 'suspended'
  if (status !== 'active') return 'signed-out'
  return expired ? 'expired' : 'role-changed'
}

/**
 * Returns those of the streams' sessions that are no longer valid, in one statement. An admin without the required second factor listens as
 * a seller (live.route.ts).
 */
async function fallenSessions(sql: Sql, streams: readonly Stream[]): Promise<Map<string, Fallen>> {
  const roleOf = new Map(streams.flatMap(({ sessionId, role }) => (sessionId === null ? [] : [[sessionId, role]])))
  const rows = await sql<Row[]>`
    select held.id, s.expires_at <= now() as expired, u.status
    from unnest(${[...roleOf.keys()]}::text[], ${[...roleOf.values()]}::text[]) held (id, role)
    left join sessions s on s.id = held.id
    left join users u on u.id = s.user_id
    left join second_factors f on f.user_id = u.id
    where u.id is null or s.expires_at <= now() or u.status <> 'active'
      or held.role <> case when u.role = 'admin' and f.confirmed_at is null and ${sql.unsafe(requiredText)} then 'seller' else u.role::text end`
  return new Map(rows.map((row) => [row.id, fate(row)]))
}

export type SessionWatch = { check: (streams: readonly Stream[]) => void; close: () => Promise<void> }

export type SessionWatchDeps = {
  sql: Sql
  log: Log
  all: () => Stream[]
  /** Without a reason the client reconnects, in the role the person then has. */
  end: (stream: Stream, reason: StreamEnd['reason'] | null) => void
}

/**
 * Ends streams whose session is gone or whose person is suspended: those passed to `check` at once, all others within a second
 * (product §2).
 */
export function watchSessions({ sql, log, all, end }: SessionWatchDeps): SessionWatch {
  const title = 'Asking whether the sessions of live streams still stand'
  const errors = openErrorLog(log, title)
  async function checkSessions(streams: readonly Stream[]) {
    if (streams.length === 0) return
    const fallen = await fallenSessions(sql, streams)
    for (const stream of streams) {
      const why = fallen.get(stream.sessionId ?? '')
      if (why && isOpen(stream)) end(stream, why === 'role-changed' ? null : why)
    }
    errors.recovered()
  }
  const always = openLoop(title, () => checkSessions(all()), { log, everyMs: limits.live.sessionCheckMs })
  return { check: (streams) => void checkSessions(streams).catch(errors.failed), close: always.close }
}
