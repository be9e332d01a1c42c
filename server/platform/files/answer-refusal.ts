import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StorageError, storageStatusOf } from '#domain/storage-error.ts'
import { isOutOfSpace } from '#server/platform/database/outages.ts'
import { answerTo, logFault, logOutage, logUnexpected, placeOf, plainBody } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * Answers refusals of an upload; errors of the store are about `field`. If the body is still coming, its sender must be able to read the
 * answer. A full disk is `storage/quota-exceeded`, whether the file, an unfinished part of it, or its row in the database did not fit.
 */
export const refusalsOf = (field: string | null) => (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isFull = !isRead && isOutOfSpace(thrown)
  if (isFull) logOutage(thrown, placeOf(request))
  const error = isFull ? new StorageError('quota-exceeded') : thrown
  const { status, retryAfter, body } = error instanceof StorageError ? storageRefusal(error, request, field) : refusal(error, request)
  if (retryAfter !== null) void reply.header('Retry-After', retryAfter)
  if (request.raw.complete) return reply.status(status).send(body)
  void reply.hijack()
  answerEarly(request.raw, reply.raw, status, { ...reply.getHeaders() }, body)
}

/** Lets routes read bodies of any type themselves; refusals are about `field`. */
export function takeFiles(fastify: FastifyInstance, field: string): void {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (_request, content, done) => done(null, content))
  fastify.setErrorHandler(refusalsOf(field))
}

function refusal(error: unknown, request: FastifyRequest) {
  const answer = answerTo(error)
  // A disconnected sender is not logged as an error.
  if (!request.raw.destroyed) logUnexpected(error, answer, placeOf(request))
  return { status: answer.status, retryAfter: answer.retryAfter, body: plainBody(answer) }
}

/** False for what people cause: they cancelled, the disk is full (logged as an outage), or, without a failure of the store, the file is unknown. */
const isFault = ({ reason, cause }: StorageError): boolean =>
  reason !== 'canceled' && reason !== 'quota-exceeded' && !(reason === 'object-not-found' && cause === undefined)

function storageRefusal(error: StorageError, request: FastifyRequest, field: string | null) {
  if (isFault(error)) logFault(error, placeOf(request))
  return { status: storageStatusOf(error.reason), retryAfter: null, body: { error: error.message, code: error.code, field } }
}

type Headers = Record<string, string | number | string[] | undefined>

/**
 * Answers a request whose body is still coming, then ends the connection. Closing it at once would reset it, and many clients would lose
 * the answer: so the rest of the body is discarded for a while, until the sender is done or notices (as nginx does with `lingering_close`).
 */
function answerEarly(request: IncomingMessage, response: ServerResponse, status: number, headers: Headers, body: object): void {
  const text = JSON.stringify(body)
  const about = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text), Connection: 'close' }
  response.writeHead(status, { ...headers, ...about })
  response.write(text)
  const patience = setTimeout(end, limits.upload.lingerMs)
  function end() {
    clearTimeout(patience)
    response.end()
  }
  request.once('end', end).once('close', end).once('error', end)
  request.resume()
}
