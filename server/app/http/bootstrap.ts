import { createRouterClient } from '@orpc/server'
import { type Bootstrap, firstLists } from '#contract/bootstrap.ts'
import { homeOf, type Path } from '#domain/routes.ts'
import type { Actor } from '#domain/user.ts'
import { router } from '#server/app/http/router.ts'
import type { App } from '#server/platform/app.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'

/** A page waits at most this long (ms) for its bootstrap data; the browser can ask for it itself. */
const patienceMs = 1_000
/** The part above a list may hold the page back no longer than this (ms). */
const abovePatienceMs = 100
/** The pages of review queues. */
const queuePaths: readonly Path[] = ['/admin/product-approval', '/admin/edit-requests']

/**
 * The bootstrap data of this person's page, read by the same calls and rules as if their browser asked, without the parts that fail or take too
 * long. Null without the person.
 */
export async function bootstrapFor(app: App, actor: Actor | null, path: Path, search: string): Promise<Bootstrap | null> {
  // Read first, so that the live stream also sends what happens while the rest is read.
  const position = app.feed.live.position()
  const { users, products, account, savedViews, bulkDecisions } = createRouterClient(router, { context: { app, actor } })
  const first = search === '' ? firstLists[path] : undefined
  const readList = async (): Promise<Pick<Bootstrap, 'list'>> =>
    first ? { list: { ...first, answer: await (first.call === 'queue' ? products.queue(first.input) : products.list(first.input)) } } : {}
  const readHome = async (): Promise<Pick<Bootstrap, 'home'>> => (path === homeOf.seller ? { home: await account.home() } : {})
  const readViews = async (): Promise<Pick<Bootstrap, 'savedViews'>> => (actor ? { savedViews: await savedViews.list() } : {})
  const readBulks = async (): Promise<Pick<Bootstrap, 'bulkDecisions'>> =>
    queuePaths.includes(path) ? { bulkDecisions: await bulkDecisions.list() } : {}
  const [me, list, home, views, bulks] = await Promise.all([
    within(patienceMs, users.me()),
    within(patienceMs, readList()),
    within(abovePatienceMs, readHome()),
    within(patienceMs, readViews()),
    within(abovePatienceMs, readBulks()),
  ])
  return me && { position, me, ...list, ...home, ...views, ...bulks }
}

/** The data as an element of the page. `<` is escaped, so that no text in it, such as a name, can end the element or begin another. */
export const asElement = (bootstrap: Bootstrap): string =>
  `<script type="application/json" id="known">${JSON.stringify(bootstrap).replaceAll('<', '\\u003c')}</script>`

/** The answer, or null if it fails or takes longer than this (ms). */
const within = <Answer>(ms: number, reading: Promise<Answer>): Promise<Answer | null> => withTimeLimit(() => reading, ms).catch(() => null)
