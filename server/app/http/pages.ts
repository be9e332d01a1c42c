import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Known } from '#contract/known.ts'
import { homeOf, patternOf, redirectFor } from '#domain/routes.ts'
import type { Actor } from '#domain/user.ts'
import { openAssets } from '#server/app/http/assets.ts'
import { asElement, knownTo } from '#server/app/http/known.ts'
import { openPage } from '#server/app/http/page.ts'
import { contentSecurityPolicy } from '#server/app/http/security-headers.ts'
import type { App } from '#server/platform/app.ts'
import { answerTo } from '#server/platform/http/errors.ts'
import type { WhoIs } from '#server/sessions/who-is.ts'
import { openLink, tokenIn } from '#server/sign-in/open-link.ts'

/** Who asks; `undefined` if the database cannot say. */
async function askerOf(whoIs: WhoIs, cookie: string | undefined): Promise<Actor | null | undefined> {
  try {
    return await whoIs(cookie)
  } catch (error) {
    if (answerTo(error).code === 'unavailable') return undefined
    throw error
  }
}

/** True where a person opens the page; asking for its head, or loading it ahead, must not use a link up, and shows nothing yet. */
const isOpened = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && !String(headers['sec-purpose'] ?? '').includes('prefetch')

/** Only a browser that has been here before has our worker, and says so as it asks for a page while that wakes up. */
const isAgain = ({ headers }: FastifyRequest): boolean => headers['service-worker-navigation-preload'] === 'true'

/** Pages that say that something is wrong say so to machines, too. */
const statuses: Record<string, number> = { '/404': 404, '/500': 500 }

/** Answers what a browser's address bar asks for: a built file, another address, or the page (spec §2). */
export function pagesFrom(app: App, folder: string, whoIs: WhoIs) {
  const asset = openAssets(folder)
  const page = openPage(folder, app.storage.origin)

  const sendPage = (reply: FastifyReply, status: number, pattern: string | null, known: Known | null) => {
    const { html, policy } = page(pattern, known ? asElement(known) : '', isAgain(reply.request))
    return reply.status(status).header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(html)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = '/', ...search] = (request.raw.url ?? '/').split('?')
    const file = asset(path, String(request.headers['accept-encoding'] ?? ''))
    if (file) {
      const content = await file.read()
      // The page that a worker keeps: no nonce, and so no script in it.
      if (path === '/offline.html') reply.header('Content-Security-Policy', contentSecurityPolicy(null, app.storage.origin))
      return reply.headers(file.headers).send(content)
    }
    const asker = await askerOf(whoIs, request.headers.cookie)
    // Somebody suspended is a visitor to the pages.
    const reader = asker?.status === 'active' ? asker : null
    const pattern = patternOf(path)
    // Without the database nobody can be told apart: the page comes up and says that the service cannot be reached.
    if (asker === undefined && pattern) return sendPage(reply, 503, pattern, null)
    const link = reader && path === '/login' && isOpened(request) ? tokenIn(search.join('?')) : null
    if (reader && link) {
      const result = await openLink(app, reader, link, request.clientAddress)
      return reply.header('Cache-Control', 'no-store').redirect(`${homeOf[reader.role]}?link=${result}`, 302)
    }
    const query = search.length > 0 ? `?${search.join('?')}` : ''
    const elsewhere = redirectFor(reader, path, query)
    if (elsewhere) return reply.redirect(elsewhere, 302)
    const known = asker !== undefined && pattern && isOpened(request) ? await knownTo(app, asker, pattern, query) : null
    return sendPage(reply, statuses[pattern ?? ''] ?? 200, pattern, known)
  }
}
