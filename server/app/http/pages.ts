import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bootstrap } from '#contract/bootstrap.ts'
import { homeOf, patternOf, redirectFor } from '#domain/routes.ts'
import type { Actor } from '#domain/user.ts'
import { openAssets } from '#server/app/http/assets.ts'
import { asElement, bootstrapFor } from '#server/app/http/bootstrap.ts'
import { screenLinks } from '#server/app/http/screen-files.ts'
import { contentSecurityPolicy, newNonce } from '#server/app/http/security-headers.ts'
import type { App } from '#server/platform/app.ts'
import { answerTo } from '#server/platform/http/errors.ts'
import type { Authenticate } from '#server/sessions/authenticate.ts'
import { openLink, tokenIn } from '#server/sign-in/open-link.ts'

/** One delivery of the page: its own nonce in the policy and in the text. */
type Page = { html: string; policy: string }

/** Stands in where nothing is built; in development Vite fills it. */
const notBuilt =
  '<!doctype html><html lang="en"><head><title>Backstall</title></head><p>The pages are not built yet: npm run build</p></html>'

/**
 * The built page as a template, read once. Every delivery names the files of its screen, carries its data, and has a
 * nonce that nobody can know before; the data is not looked through for a place of the nonce. `isAgain`: for a browser that has been here before.
 */
export function openPage(folder: string, pictures: string | null): (pattern: string | null, data: string, isAgain: boolean) => Page {
  const file = join(folder, 'index.html')
  const html = existsSync(file) ? readFileSync(file, 'utf8') : notBuilt
  const [head = [], rest = []] = html.split(/(?=<\/head>)/).map((part) => part.split('__NONCE__'))
  const links = screenLinks(folder, html)
  return (pattern, data, isAgain) => {
    const nonce = newNonce()
    const top = head.join(nonce) + (links.get(pattern ?? '') ?? '')
    return { html: [isAgain ? asCompiled(top) : top, data, rest.join(nonce)].join(''), policy: contentSecurityPolicy(nonce, pictures) }
  }
}

/**
 * For browsers that come again: Chromium takes up what it compiled at an earlier visit only where a module is named as a plain script. Named as
 * a module it is compiled anew while it loads, which is the quicker way the first time.
 */
export const asCompiled = (links: string): string => links.replaceAll('rel="modulepreload"', 'rel="preload" as="script"')

/** Who asks; `undefined` if the database cannot say. */
async function askerOf(whoIs: Authenticate, cookie: string | undefined): Promise<Actor | null | undefined> {
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
export function pagesFrom(app: App, folder: string, whoIs: Authenticate) {
  const asset = openAssets(folder)
  const page = openPage(folder, app.storage.origin)

  const sendPage = (reply: FastifyReply, status: number, pattern: string | null, known: Bootstrap | null) => {
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
    const known = asker !== undefined && pattern && isOpened(request) ? await bootstrapFor(app, asker, pattern, query) : null
    return sendPage(reply, statuses[pattern ?? ''] ?? 200, pattern, known)
  }
}
