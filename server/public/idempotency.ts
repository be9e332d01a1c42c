import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { KeyActor } from '#domain/api-key.ts'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/platform/app.ts'
import { joined, type Sql } from '#server/platform/database/database.ts'
import { retryOnce } from '#server/platform/database/retry-once.ts'

/** An answer as it goes over the wire; `headers` are those of this answer alone. */
export type PublicAnswer = { status: number; headers?: OutgoingHttpHeaders; body: string }
/** What is asked, under the name that the program gave to it. */
export type NamedRequest = { name: string; address: string; content: string }
type Kept = { requestHash: string; status: number; body: string | null }

const keptFor = `${limits.api.keptMs} milliseconds`
const name = new RegExp(`^[\\x21-\\x7e]{1,${limits.api.idempotencyKeyMax}}$`)

/** The name of a write, from its header. Throws `no-idempotency-key`. */
export function nameIn(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !name.test(header)) throw new AppError('no-idempotency-key', { field: 'Idempotency-Key' })
  return header
}

const hashOf = ({ address, content }: NamedRequest) => createHash('sha256').update(`${address}\n${content}`).digest('base64url')

/** A refusal takes everything back with it. */
class Refused extends Error {
  readonly answer: PublicAnswer
  constructor(answer: PublicAnswer) {
    super('refused')
    this.answer = answer
  }
}

/**
 * Makes a write of a program once, however often it is sent under one name within a day (product §8): effect and answer are one transaction, so
 * that also after a crash there are both or neither. Whoever sends the same meanwhile waits, and is given the same answer. A refusal leaves
 * nothing behind. Throws `idempotency-key-reused` where something else was asked under this name, `answer-erased`, and `wrong-api-key` for a key
 * that was revoked meanwhile.
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
      const made = await make({ ...app, sql, db: joined(sql, app.sql) })
      if (made.status >= 400) throw new Refused(made)
      await keep(sql, key, request, made)
      return { ...made, replayed: false }
    })
  try {
    const answer = await retryOnce(begin)
    if (!answer.replayed) app.feed.wake()
    return answer
  } catch (error) {
    if (error instanceof Refused) return { ...error.answer, replayed: false }
    throw error
  }
}

/**
 * Takes the name; while another request has it, waits for what becomes of that. The key is not held: many who held it together would keep
 * an admin from revoking it. Every write asks in its own statement whether it still stands.
 */
async function take(sql: Sql, { id }: KeyActor, request: NamedRequest): Promise<boolean> {
  const taken = await sql`
    insert into api_answers as a (key_id, idempotency_key, request_hash)
    select id, ${request.name}, ${hashOf(request)} from api_keys where id = ${id} and revoked_at is null
    on conflict (key_id, idempotency_key) do update set request_hash = excluded.request_hash, status = null, body = null, created_at = now()
      where a.created_at < now() - ${keptFor}::interval
    returning 1`
  return taken.length > 0
}

async function findFirst(sql: Sql, { id }: KeyActor, request: NamedRequest): Promise<PublicAnswer> {
  const [kept] = await sql<Kept[]>`
    select request_hash as "requestHash", status, body from api_answers where key_id = ${id} and idempotency_key = ${request.name}`
  if (!kept) throw new AppError('wrong-api-key')
  if (kept.requestHash !== hashOf(request)) throw new AppError('idempotency-key-reused', { field: 'Idempotency-Key' })
  if (kept.body === null) throw new AppError('answer-erased')
  return { status: kept.status, body: kept.body }
}

const keep = (sql: Sql, { id }: KeyActor, request: NamedRequest, { status, body }: PublicAnswer) => sql`
  update api_answers set status = ${status}, body = ${body}, item_id = ${body}::jsonb ->> 'id'
  where key_id = ${id} and idempotency_key = ${request.name}`

/** Removes answers that are kept no longer. */
export async function sweepAnswers({ sql }: Pick<App, 'sql'>): Promise<void> {
  await sql`delete from api_answers where created_at < now() - ${keptFor}::interval`
}
