import type { FastifyPluginAsync } from 'fastify'
import { Id } from '#domain/text.ts'
import { chatNotFound } from '#server/chats/read-chat.ts'
import { attachments, uploadChatFile } from '#server/chats/upload-chat-file.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import type { App } from '#server/platform/app.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { actorOf } from '#server/platform/http/os.ts'

/** `/api/chats/:id/files?name=…` takes the bytes of a picture or a PDF, whatever its Content-Type, and answers the `Attachment`. */
export const chatRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    takeFiles(fastify, 'attachments')
    uploadRoutes(fastify, app, '/api/chats/:id/files', {
      actorOf: (request) => actorOf(request),
      limit: attachments,
      targetOf: ({ params }) => {
        const { data: chatId } = Id.safeParse(params.id)
        if (chatId === undefined) throw chatNotFound()
        return chatId
      },
      take: (actor, chatId, { query }, sending) => uploadChatFile(app, actor, { chatId, name: query.name, sending }),
    })
  }
