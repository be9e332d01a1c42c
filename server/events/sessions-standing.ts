import type { StreamEnd } from '#domain/event.ts'
import type { Sql } from '#server/database/database.ts'
import type { Stream } from '#server/events/stream.ts'

/** What became of a session under an open stream: gone for good, or the person now has another role. */
export type Fallen = StreamEnd['reason'] | 'role-changed'

type Row = { id: string; there: boolean; active: boolean | null }

/** The sessions of these streams that no longer stand, asked in one statement. */
export async function fallenSessions(sql: Sql, streams: readonly Stream[]): Promise<Map<string, Fallen>> {
  const roleOf = new Map(streams.map(({ sessionId, role }) => [sessionId, role]))
  const rows = await sql<Row[]>`
    select held.id, s.id is not null as there, u.status = 'active' as active
    from unnest(${[...roleOf.keys()]}::text[], ${[...roleOf.values()]}::text[]) held (id, role)
    left join sessions s on s.id = held.id and s.expires_at > now()
    left join users u on u.id = s.user_id
    where u.id is null or u.status <> 'active' or u.role::text <> held.role`
  return new Map(rows.map(({ id, there, active }) => [id, there ? (active ? 'role-changed' : 'suspended') : 'signed-out']))
}
