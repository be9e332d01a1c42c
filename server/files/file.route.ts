import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { StorageError } from '#domain/storage-error.ts'
import { findServable, type Servable } from '#server/files/serve-file.ts'
import type { App } from '#server/platform/app.ts'
import { refusalsOf } from '#server/platform/files/answer-refusal.ts'
import { disposition } from '#server/platform/http/file-name.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** Serves stored files to those who may see them: `GET /files/<path>` (product §3). */
export const fileRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.setErrorHandler(refusalsOf(null))
    // Without HTTPS, browsers do not clear their cache at a sign-out.
    const isCleared = !app.config.publicUrl?.startsWith('http:')
    fastify.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
      const file = await findServable(app, request.actor?.lacksSecondFactor ? null : request.actor, request.params['*'])
      // One answer for files that are unknown, foreign, or lost in the store.
      if (!file) throw new StorageError('object-not-found')
      const { storedPath, contentType, isPublic } = file
      const answer = { contentType, disposition: dispositionOf(file), cacheControl: isPublic ? undefined : notCached }
      const address = await app.storage.addressOf(storedPath, answer)
      const known = isCached(request.headers['if-none-match'], file)
      const content = known || address ? null : await app.storage.get(storedPath)
      describe(reply, file, { redirected: address !== null, isCleared })
      if (content) return reply.header('Content-Length', content.bytes).send(content.stream)
      return known || !address ? reply.code(304).send() : reply.redirect(address, 302)
    })
  }

const seconds = Math.floor(limits.image.publicCacheMs / 1000)
const yearSeconds = 365 * 24 * 60 * 60
/** For files that a sign-out would leave in the browser: it clears only the cache of this site, not of a store, and nothing without HTTPS. */
const notCached = 'private, no-store'

/** A document is not shown inside this site. */
const dispositionOf = ({ contentType, fileName }: Servable) =>
  disposition(contentType === 'application/pdf' ? 'attachment' : 'inline', fileName)

/** Whether the browser is redirected to the store, and whether a sign-out clears its cache. */
type Sending = { redirected: boolean; isCleared: boolean }

/**
 * Public pictures can be taken down, so browsers revalidate them after minutes. The logo does not change: it is on every screen, and once
 * replaced, nothing leads to its path. Other files are revalidated each time: a cached one is answered with 304 only if the person still
 * may see it.
 */
function cacheControl({ isPublic, isLogo }: Servable, { redirected, isCleared }: Sending): string {
  if (isLogo && !redirected) return `public, max-age=${yearSeconds}, immutable`
  if (isPublic) return `public, max-age=${seconds}, must-revalidate`
  return redirected || !isCleared ? notCached : 'private, no-cache'
}

function describe(reply: FastifyReply, file: Servable, sending: Sending): void {
  void reply.headers({
    'Cache-Control': cacheControl(file, sending),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    // A storefront on another origin may show what is on sale.
    'Cross-Origin-Resource-Policy': file.isPublic ? 'cross-origin' : 'same-origin',
    ETag: file.etag,
    // Another person in the same browser must not get the cached answer.
    ...(!file.isLogo && { Vary: 'Cookie' }),
    ...(!sending.redirected && { 'Content-Type': file.contentType, 'Content-Disposition': dispositionOf(file) }),
  })
}

/** Whether the browser has this version cached (RFC 9110 §13.1.2). */
const isCached = (known: string | undefined, { etag }: Servable): boolean =>
  known !== undefined && (known.trim() === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
