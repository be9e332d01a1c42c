import { createHash } from 'node:crypto'
import type { KeyActor } from '#domain/api-key.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { inOuterTransaction, type Sql } from '#server/platform/database/database.ts'
import { retryOnce } from '#server/platform/database/retry-once.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** An answer as sent. */
export type PublicAnswer = { status: number; body: string }
/** A request under its idempotency key (`name`). */
export type NamedRequest = { name: string; address: string; content: string }
type StoredAnswer = { requestHash: string; status: number; body: string | null }

const validFor = `${limits.api.keptMs} milliseconds`
const name = new RegExp(`^[\\x21-\\x7e]{1,${limits.api.idempotencyKeyMax}}$`)

/** The idempotency key from the header of a write. Throws `no-idempotency-key`. */
export function nameIn(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !name.test(header)) throw new AppError('no-idempotency-key', { field: 'Idempotency-Key' })
  return header
}

const hashOf = ({ address, content }: NamedRequest) => createHash('sha256').update(`${address}\n${content}`).digest('base64url')

/**
 * Makes a program's write once, even if it is sent several times under one idempotency key within a day (product §8). Effect and answer are
 * one transaction, so after a crash there are both or neither. The same request sent meanwhile waits and gets the same answer. A refusal,
 * which `make` throws, rolls all of it back. Throws `idempotency-key-reused` if another request was made under this key, `answer-erased`,
 * and `wrong-api-key` for an API key revoked meanwhile.
 */
export async function idempotent(
  app: App,
  key: KeyActor,
  request: NamedRequest,
  make: (app: App) => Promise<PublicAnswer>,
): Promise<PublicAnswer & { replayed: boolean }> {
  const begin = () =>
    app.sql.begin(async (transaction) => {
      const sql = transaction as unknown as Sql
      if (!(await take(sql, key, request))) return { ...(await findFirst(sql, key, request)), replayed: true }
      const made = await make({ ...app, sql, db: inOuterTransaction(sql) })
      await store(sql, key, request, made)
      return { ...made, replayed: false }
    })
  const answer = await retryOnce(begin)
  if (!answer.replayed) app.feed.wake()
  return answer
}

/**
 * Takes the idempotency key; waits while another request has it. The API key is not locked, as many requests that share the lock would keep
 * an admin from revoking it. Every write checks in its own statement that it is valid.
 */
async function take(sql: Sql, { id }: KeyActor, request: NamedRequest): Promise<boolean> {
  const taken = await sql`
    insert into api_answers as a (key_id, idempotency_key, request_hash)
    select id, ${request.name}, ${hashOf(request)} from api_keys where id = ${id} and revoked_at is null
    on conflict (key_id, idempotency_key) do update set request_hash = excluded.request_hash, status = null, body = null, created_at = now()
      where a.created_at < now() - ${validFor}::interval
    returning 1`
  return taken.length > 0
}

async function findFirst(sql: Sql, { id }: KeyActor, request: NamedRequest): Promise<PublicAnswer> {
  const [stored] = await sql<StoredAnswer[]>`
    select request_hash as "requestHash", status, body from api_answers where key_id = ${id} and idempotency_key = ${request.name}`
  if (!stored) throw new AppError('wrong-api-key')
  if (stored.requestHash !== hashOf(request)) throw new AppError('idempotency-key-reused', { field: 'Idempotency-Key' })
  if (stored.body === null) throw new AppError('answer-erased')
  return { status: stored.status, body: stored.body }
}

const store = (sql: Sql, { id }: KeyActor, request: NamedRequest, { status, body }: PublicAnswer) => sql`
  update api_answers set status = ${status}, body = ${body}, item_id = ${body}::jsonb ->> 'id'
  where key_id = ${id} and idempotency_key = ${request.name}`

/** Deletes expired answers. */
export async function sweepAnswers({ sql }: Pick<App, 'sql'>): Promise<void> {
  await sql`delete from api_answers where created_at < now() - ${validFor}::interval`
}
