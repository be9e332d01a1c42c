import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { byteOrderMark } from '#domain/csv.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { disposition } from '#server/platform/http/file-name.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'

/** The exports that this node sends at the moment, by person. */
const running = new Map<string, number>()

/** Counts an export of this person until its answer has ended. Throws `too-many-exports` with Retry-After. */
function beginExport({ id }: Pick<Actor, 'id'>, reply: FastifyReply): void {
  const { atOnce, retryAfter } = limits.export
  const others = running.get(id) ?? 0
  if (others >= atOnce) throw new AppError('too-many-exports', { detail: { retryAfter } })
  if (reply.raw.closed) return
  running.set(id, others + 1)
  reply.raw.once('close', () => {
    const left = (running.get(id) ?? 1) - 1
    if (left === 0) running.delete(id)
    else running.set(id, left)
  })
}

/**
 * Sends a file as a download while it is generated, each piece of text without a copy. Throws `too-many-exports` and `too-many-requests`,
 * both with Retry-After, before `lines` is called.
 */
export async function sendCsv(
  app: App,
  actor: Pick<Actor, 'id'>,
  reply: FastifyReply,
  { name, lines }: { name: string; lines: AsyncGenerator<string> | (() => Promise<AsyncGenerator<string>>) },
): Promise<FastifyReply> {
  beginExport(actor, reply)
  await assertWithinLimit(app, [{ of: ['csv export', actor.id], max: limits.export.perHour, windowMs: limits.export.windowMs }])
  const made = typeof lines === 'function' ? await lines() : lines
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', disposition('attachment', name))
    .send(Readable.from(marked(made)))
}

/**
 * Sends everything about a person as a download while it is generated. Throws `too-many-exports` and `too-many-requests`, both with
 * Retry-After.
 */
export async function sendJson(
  app: App,
  actor: Pick<Actor, 'id'>,
  reply: FastifyReply,
  { name, pieces }: { name: string; pieces: () => AsyncGenerator<string> },
): Promise<FastifyReply> {
  beginExport(actor, reply)
  const { exportsPerHour: max, linksWindowMs: windowMs } = limits.account
  await assertWithinLimit(app, [{ of: ['export', actor.id], max, windowMs }])
  return reply
    .headers({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': disposition('attachment', name),
      'Cache-Control': 'no-store',
    })
    .send(Readable.from(pieces()))
}

/** Puts the byte order mark into the first piece: a failure before that is still answered as one. */
async function* marked(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  let mark: string = byteOrderMark
  for await (const text of lines) {
    yield mark + text
    mark = ''
  }
}
