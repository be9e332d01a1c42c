import type { FastifyReply, FastifyRequest } from 'fastify'
import { StorageError, storageStatusOf } from '#domain/storage-error.ts'
import { errorToLog } from '#server/error-to-log.ts'
import { answerTo, logUnexpected, placeOf, plainBody } from '#server/http/errors.ts'
import { answerEarly } from '#server/images/answer-early.ts'

/** Answers refusals of an upload; what the store says is about `field`. It may still be on its way: whoever sends it must get to read the answer. */
export const refusalsOf = (field: string) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const { status, retryAfter, body } = error instanceof StorageError ? storageRefusal(error, request, field) : refusal(error, request)
  if (retryAfter !== null) void reply.header('Retry-After', retryAfter)
  if (request.raw.complete) return reply.status(status).send(body)
  void reply.hijack()
  answerEarly(request.raw, reply.raw, status, { ...reply.getHeaders() }, body)
}

function refusal(error: unknown, request: FastifyRequest) {
  const answer = answerTo(error)
  // A sender who went away is no fault of anybody.
  if (!request.raw.destroyed) logUnexpected(error, answer, placeOf(request))
  return { status: answer.status, retryAfter: answer.retryAfter, body: plainBody(answer) }
}

function storageRefusal(error: StorageError, request: FastifyRequest, field: string) {
  if (error.reason !== 'canceled') console.error(`${placeOf(request)} failed: ${errorToLog(error)}`)
  return { status: storageStatusOf(error.reason), retryAfter: null, body: { error: error.message, code: error.code, field } }
}
