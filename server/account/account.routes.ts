import type { FastifyPluginAsync } from 'fastify'
import { uploadAvatar } from '#server/account/avatar.ts'
import { exportAccount } from '#server/account/export-account.ts'
import { avatarOwner } from '#server/images/image-paths.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import type { App } from '#server/platform/app.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { pictures } from '#server/platform/files/receive-file.ts'
import { checkFileName } from '#server/platform/http/file-name.ts'
import { ownerOf } from '#server/platform/http/os.ts'
import { sendJson } from '#server/platform/http/send-export.ts'

/**
 * Plain HTTP routes of the actor's account: `POST /api/account/avatar?name=…` takes the bytes of a picture, `GET /api/account/export.json`
 * returns all data stored about the actor (product §2).
 */
export const accountRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    takeFiles(fastify, 'avatar')
    uploadRoutes(fastify, app, '/api/account/avatar', {
      actorOf: ownerOf,
      limit: pictures,
      targetOf: (request) => avatarOwner(ownerOf(request)),
      take: (actor, _target, { query }, sending) => uploadAvatar(app, actor, checkFileName(query.name, 'avatar'), sending),
    })
    fastify.get('/api/account/export.json', async (request, reply) => {
      const actor = ownerOf(request)
      const name = `${app.settings.current().marketplaceName} account.json`
      return sendJson(app, actor, reply, { name, pieces: () => exportAccount({ ...app, ...app.background }, actor) })
    })
  }
