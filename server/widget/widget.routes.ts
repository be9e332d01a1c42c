import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { openWidgetCalls, widgetContract } from '#contract/widget.ts'
import { AppError } from '#domain/errors.ts'
import { type Buyer, isVisitorId } from '#domain/widget.ts'
import { attachments, uploadChatFile } from '#server/chats/upload-chat-file.ts'
import { findServable } from '#server/files/serve-file.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import { answerPoll, answerStream } from '#server/live/live.route.ts'
import type { App } from '#server/platform/app.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { networkAddress } from '#server/platform/http/client-address.ts'
import { inShape } from '#server/platform/http/errors.ts'
import { disposition } from '#server/platform/http/file-name.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { attachmentFor, ensureChat } from '#server/widget/buyers-chat.ts'
import { buyerOfAddress } from '#server/widget/file-addresses.ts'
import { findBuyer } from '#server/widget/find-buyer.ts'
import { openPublicKeys } from '#server/widget/public-keys.ts'
import { type WidgetContext, widgetCalls } from '#server/widget/widget-calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The buyer of a widget's request; null elsewhere. */
    buyer: Buyer | null
  }
}

/** Requests with this prefix come from storefronts: `Origin` is checked here, and cookies count for nothing. */
export const widgetPrefix = '/api/widget'

const { perBuyer, perAddress, windowMs } = limits.widget
const isOpen = new Set<string>(openWidgetCalls)
const callNames = Object.keys(widgetContract) as (keyof typeof widgetContract)[]
/** How long (s) a browser may remember what it may send. */
const preflightSeconds = 2 * 60 * 60

/**
 * The routes of the chat widget (product §7, docs/widget.md): calls, live hints and files. Every request but the loading of a file names a listed
 * origin, and every one but `openWidgetCalls` and signed addresses carries a buyer's token.
 */
export const widgetRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    const publicKeys = openPublicKeys(app)
    fastify.decorateRequest('buyer', null)
    fastify.addHook('onRequest', async (request, reply) => {
      await app.settings.settled()
      answerOrigin(app, request, reply)
      if (request.method === 'OPTIONS') return
      if (app.settings.current().widgetMode === 'off') throw new AppError('widget-off')
      // Before the token, so that refused ones count. An address of a file costs nothing until its signature is right.
      if (request.method !== 'GET') await countCall(app, 'widget from', networkAddress(request.clientAddress), perAddress)
    })
    fastify.options('/*', (_, reply) => reply.code(204).headers(preflight).send())
    fastify.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
      '/files/*',
      { exposeHeadRoute: false },
      (request, reply) => sendFile(app, request.params['*'], request.query, reply),
    )
    const answerCall = async (name: keyof typeof widgetContract, request: FastifyRequest) => {
      const schema = widgetContract[name]['~orpc'].inputSchema as z.ZodType | undefined
      const input = schema && inShape(schema, request.body ?? {})
      const context = { app, buyer: request.buyer, network: networkAddress(request.clientAddress) }
      const made = widgetCalls[name] as (context: WidgetContext, input: unknown) => Promise<unknown>
      return withTimeLimit(() => made(context, input), limits.database.callMs)
    }
    const callRoute = (scope: typeof fastify) => (name: keyof typeof widgetContract) =>
      scope.post(`/${name}`, (request) => answerCall(name, request))
    for (const name of callNames) if (isOpen.has(name)) callRoute(fastify)(name)

    await fastify.register(async (scope) => {
      scope.addHook('onRequest', async (request) => {
        request.buyer = await findBuyer({ app, publicKeys }, request.headers.authorization)
        await countCall(app, 'widget', request.buyer.id, perBuyer)
      })
      for (const name of callNames) if (!isOpen.has(name)) callRoute(scope)(name)
      scope.post('/stream', async (request, reply) => answerStream(app.feed, buyerOf(request), request, reply))
      scope.post('/poll', async (request, reply) => answerPoll(app.feed, buyerOf(request), request, reply))
      await scope.register(async (files) => takeAttachments(files, app))
    })
  }

function buyerOf({ buyer }: Pick<FastifyRequest, 'buyer'>): Buyer {
  if (!buyer) throw new AppError('no-buyer-token')
  return buyer
}

const preflight = {
  'Access-Control-Allow-Methods': 'POST, HEAD, PATCH',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Upload-Offset, Repr-Digest',
  'Access-Control-Max-Age': preflightSeconds,
}

/**
 * Lets exactly the listed origins read the answer, refusals too. Throws `wrong-origin` for any other, and for none: browsers name it with all of these
 * requests but the loading of a file, which its address allows.
 */
function answerOrigin({ settings }: App, { headers: { origin }, method }: FastifyRequest, reply: FastifyReply): void {
  void reply.header('Vary', 'Origin')
  const isListed = origin !== undefined && settings.current().widgetOrigins.includes(origin)
  if (isListed)
    void reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'Retry-After, Upload-Offset, Upload-Complete',
    })
  if (!isListed && (method !== 'GET' || origin !== undefined)) throw new AppError('wrong-origin')
}

const countCall = (app: App, what: string, whose: string, max: number) => assertWithinLimit(app, [{ of: [what, whose], max, windowMs }])

/** `POST /files?name=…` takes the bytes of a picture or a PDF and answers a `WidgetAttachment`. */
function takeAttachments(fastify: Parameters<FastifyPluginAsync>[0], app: App): void {
  const { uploadsPerBuyer, uploadsPerAddress, hourMs: windowMs } = limits.widget
  takeFiles(fastify, 'attachments')
  uploadRoutes(fastify, app, '/files', {
    actorOf: buyerOf,
    limit: attachments,
    targetOf: async ({ clientAddress }, buyer) => {
      await assertWithinLimit(app, [
        { of: ['widget upload', buyer.id], max: uploadsPerBuyer, windowMs },
        { of: ['widget upload from', networkAddress(clientAddress)], max: uploadsPerAddress, windowMs },
      ])
      return ensureChat(app, buyer)
    },
    take: async (buyer, chatId, { query }, sending) =>
      attachmentFor(app, buyer, await uploadChatFile(app, buyer, { chatId, name: query.name, sending })),
  })
}

/**
 * Sends a file to the buyer for whom its address was signed, if they may still see it. The file comes from here, never from the store, whose own
 * addresses are valid for longer. Throws `not-found`, `verified-only`.
 */
async function sendFile(app: App, path: string, query: Record<string, unknown>, reply: FastifyReply): Promise<FastifyReply> {
  const { id, expiresAt } = buyerOfAddress(app, path, query)
  if (isVisitorId(id) && app.settings.current().widgetMode !== 'everyone') throw new AppError('verified-only')
  const file = await findServable(app, { role: 'buyer', status: 'active', id, name: '', email: null, expiresAt }, path)
  if (!file) throw new AppError('not-found')
  const { stream, bytes } = await app.storage.get(file.storedPath)
  const how = file.contentType === 'application/pdf' ? 'attachment' : 'inline'
  return reply
    .headers({
      'Content-Type': file.contentType,
      'Content-Length': bytes,
      'Content-Disposition': disposition(how, file.fileName),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': `private, max-age=${Math.floor((expiresAt - Date.now()) / 1000)}`,
    })
    .send(stream)
}
