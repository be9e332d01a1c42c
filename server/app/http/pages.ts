import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bootstrap } from '#contract/bootstrap.ts'
import { AppError } from '#domain/errors.ts'
import { homeOf, type Path, patternOf, redirectFor } from '#domain/routes.ts'
import type { Actor } from '#domain/user.ts'
import { openAssets } from '#server/app/http/assets.ts'
import { asElement, bootstrapFor } from '#server/app/http/bootstrap.ts'
import { screenLinks } from '#server/app/http/screen-files.ts'
import { contentSecurityPolicy, newNonce } from '#server/app/http/security-headers.ts'
import type { App } from '#server/platform/app.ts'
import { answerTo } from '#server/platform/http/errors.ts'
import type { Authenticate } from '#server/sessions/authenticate.ts'
import { renamedSession } from '#server/sessions/session-cookie.ts'
import { openLink, tokenIn } from '#server/sign-in/open-link.ts'

/** One answer with the page: its own nonce in the policy and in the text. */
type Page = { html: string; policy: string }

/** Served where nothing is built. In development Vite fills it. */
const notBuilt =
  '<!doctype html><html lang="en"><head><title>Backstall</title></head><p>The pages are not built yet: npm run build</p></html>'

/**
 * The built page as a template, read once. Each answer names the files of its screen, carries its bootstrap data and has a fresh nonce;
 * nonce placeholders in the data are not replaced.
 */
export function openPage(folder: string, pictures: string | null): (path: Path | null, data: string) => Page {
  const file = join(folder, 'index.html')
  const html = existsSync(file) ? readFileSync(file, 'utf8') : notBuilt
  const [head = [], rest = []] = html.split(/(?=<\/head>)/).map((part) => part.split('__NONCE__'))
  const links = screenLinks(folder, html)
  return (path, data) => {
    const nonce = newNonce()
    const top = head.join(nonce) + (links.get(path) ?? '')
    return { html: [top, data, rest.join(nonce)].join(''), policy: contentSecurityPolicy(nonce, pictures) }
  }
}

/** The person who asks; `undefined` if the database is unavailable. */
async function askerOf(authenticate: Authenticate, cookie: string | undefined): Promise<Actor | null | undefined> {
  try {
    return await authenticate(cookie)
  } catch (error) {
    if (answerTo(error).code === 'unavailable') return undefined
    throw error
  }
}

/** True if a person opens the page. A HEAD request or a prefetch shows nothing yet and must not use up a link. */
const isOpened = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && !String(headers['sec-purpose'] ?? '').includes('prefetch')

/** Error pages answer with their HTTP status. */
const statuses: Record<string, number> = { '/404': 404, '/500': 500 }

/** Answers a browser's page requests: a built file, a redirect, or the page (spec §2). */
export function pagesFrom(app: App, folder: string, authenticate: Authenticate) {
  const asset = openAssets(folder)
  const page = openPage(folder, app.storage.origin)

  const sendPage = (reply: FastifyReply, status: number, pattern: Path | null, bootstrap: Bootstrap | null) => {
    const { html, policy } = page(pattern, bootstrap ? asElement(bootstrap) : '')
    return reply.status(status).header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(html)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = '/', ...search] = (request.raw.url ?? '/').split('?')
    const file = asset(path, String(request.headers['accept-encoding'] ?? ''))
    if (file) {
      const content = await file.read()
      // The service worker caches this page: no nonce, and so no script in it.
      if (path === '/offline.html') reply.header('Content-Security-Policy', contentSecurityPolicy(null, app.storage.origin))
      reply.headers(file.headers)
      // A file with a hash in its name is never asked for again.
      if (path.startsWith('/assets/')) return reply.send(content)
      const tag = `"${createHash('sha256').update(content).digest('base64url')}"`
      reply.header('ETag', tag)
      // Looked for inside the header: a proxy that compresses makes a weak tag of it, `W/"…"`.
      return request.headers['if-none-match']?.includes(tag) ? reply.status(304).send() : reply.send(content)
    }
    // A file of another version, which another node may have during an upgrade. A page in its place would be read as a script.
    if (path.startsWith('/assets/')) throw new AppError('not-found')
    const asker = await askerOf(authenticate, request.headers.cookie)
    if (asker) reply.header('Set-Cookie', renamedSession(app.config, request.headers.cookie))
    // A suspended person is a visitor to the pages.
    const reader = asker?.status === 'active' ? asker : null
    const pattern = patternOf(path)
    // Without the database no one can be authenticated: the page comes up and says that the service cannot be reached.
    if (asker === undefined && pattern) return sendPage(reply, 503, pattern, null)
    const link = reader && isOpened(request) ? tokenIn(path, search.join('?')) : null
    if (reader && link) {
      const result = await openLink(app, reader, link, request.clientAddress)
      return reply.header('Cache-Control', 'no-store').redirect(homeOf[reader.role] + (result ? `?link=${result}` : ''), 302)
    }
    const query = search.length > 0 ? `?${search.join('?')}` : ''
    const elsewhere = redirectFor(reader, path, query)
    if (elsewhere) return reply.redirect(elsewhere, 302)
    const bootstrap = asker !== undefined && pattern && isOpened(request) ? await bootstrapFor(app, asker, pattern, query) : null
    return sendPage(reply, statuses[pattern ?? ''] ?? 200, pattern, bootstrap)
  }
}
