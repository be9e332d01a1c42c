import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { byteOrderMark } from '#domain/csv.ts'
import { disposition } from '#server/platform/http/file-name.ts'

/** A file to be saved, sent as it is made: each piece of text as it is, with no copy of it made on the way. */
export function sendCsv(reply: FastifyReply, name: string, lines: AsyncGenerator<string>): FastifyReply {
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', disposition('attachment', name))
    .send(Readable.from(marked(lines)))
}

/** With the mark in the first piece: a failure before that is still answered as one. */
async function* marked(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  let mark: string = byteOrderMark
  for await (const text of lines) {
    yield mark + text
    mark = ''
  }
}
