import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { limits } from '#domain/limits.ts'
import { Id } from '#domain/text.ts'
import type { App } from '#server/app.ts'
import { chatNotFound } from '#server/chats/find-chat.ts'
import { tooLarge, uploadChatFile } from '#server/chats/upload-chat-file.ts'
import { refusalsOf } from '#server/images/answer-refusal.ts'
import { tryOnce } from '#server/limits/attempts.ts'
import { actorOf } from '#server/os.ts'

type Upload = { Params: { id: string }; Querystring: { name?: unknown } }

/** `POST /api/chats/:id/files?name=…` takes a picture or a PDF as it is, whatever Content-Type is claimed; answers the `Attachment`. */
export const chatRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', (_request, content, done) => done(null, content))
    fastify.setErrorHandler(refusalsOf('attachments'))
    fastify.post<Upload>('/api/chats/:id/files', async (request) => {
      const actor = actorOf(request)
      if (Number(request.headers['content-length'] ?? 0) > limits.chat.bytesMax) throw tooLarge()
      const { data: chatId } = Id.safeParse(request.params.id)
      if (chatId === undefined) throw chatNotFound()
      await tryOnce(app, [{ of: ['upload', actor.id], max: limits.upload.perPerson, windowMs: limits.upload.windowMs }])
      const content = request.body instanceof Readable ? request.body : Readable.from([])
      return uploadChatFile(app, actor, { chatId, name: request.query.name, content })
    })
  }
