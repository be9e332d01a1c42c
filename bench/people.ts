import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

/** Where people can be added: a data folder and a connection to its database. */
export type Place = Pick<Stage, 'dataDir'> & { sql: Pick<Stage['sql'], 'backstall'> }

/** Signs people in without passwords, because hundreds of hashes would take long: a session row each, and its cookie. */
export async function signedIn({ dataDir, sql }: Place, userIds: readonly string[]): Promise<string[]> {
  await sql.backstall`
    insert into sessions (id, token, user_id, expires_at)
    select 'session-of-' || id, 'token-of-' || id, id, now() + interval '1 day' from unnest(${[...userIds]}::text[]) id
    on conflict (id) do nothing`
  const secret = readFileSync(join(dataDir, 'session-secret'), 'utf8').trim()
  return userIds.map((id) => {
    const signature = createHmac('sha256', secret).update(`token-of-${id}`).digest('base64')
    return `backstall.session_token=${encodeURIComponent(`token-of-${id}.${signature}`)}`
  })
}

/** More people, signed in. */
export async function morePeople(place: Place, role: 'admin' | 'seller', count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `more-${role}-${n}`)
  await place.sql.backstall`
    insert into users (id, name, email, role) select id, 'Person ' || id, id || '@example.com', ${role} from unnest(${ids}::text[]) id
    on conflict (id) do nothing`
  return signedIn(place, ids)
}
