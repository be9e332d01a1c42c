import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { byteOrderMark } from '#domain/csv.ts'
import { disposition } from '#server/platform/http/file-name.ts'

/** Sends a file as a download while it is generated, each piece of text without a copy. */
export function sendCsv(reply: FastifyReply, name: string, lines: AsyncGenerator<string>): FastifyReply {
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', disposition('attachment', name))
    .send(Readable.from(marked(lines)))
}

/** Puts the byte order mark into the first piece: a failure before that is still answered as one. */
async function* marked(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  let mark: string = byteOrderMark
  for await (const text of lines) {
    yield mark + text
    mark = ''
  }
}
