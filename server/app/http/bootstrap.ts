import { createRouterClient } from '@orpc/server'
import { type Bootstrap, firstLists } from '#contract/bootstrap.ts'
import type { Actor } from '#domain/user.ts'
import { router } from '#server/app/http/router.ts'
import type { App } from '#server/platform/app.ts'

/** A page is not held up for what its browser can ask for itself, in milliseconds. */
const patienceMs = 1_000

/** What this person's page is given along, by the same calls and rules as if his browser asked; null where that fails or takes long. */
export async function bootstrapFor(app: App, actor: Actor | null, pattern: string, search: string): Promise<Bootstrap | null> {
  // First of all: what happens while the rest is read is then told by the live stream.
  const position = app.feed.live.position()
  const { users, products } = createRouterClient(router, { context: { app, actor } })
  const first = search === '' ? firstLists[pattern] : undefined
  const readList = async (): Promise<Pick<Bootstrap, 'list'>> =>
    first ? { list: { ...first, answer: await (first.call === 'queue' ? products.queue(first.input) : products.list(first.input)) } } : {}
  const reading = Promise.all([users.me(), readList().catch(() => ({}))])
  return await withinPatience(reading.then(([me, list]) => ({ position, me, ...list })))
}

/** The data as it may stand in a page: nothing in it, whatever people call themselves, can end the element or begin another. */
export const asElement = (known: Bootstrap): string =>
  `<script type="application/json" id="known">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`

async function withinPatience<Answer>(reading: Promise<Answer>): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const over = setTimeout(() => resolve(null), patienceMs)
  try {
    return await Promise.race([reading.catch(() => null), promise])
  } finally {
    clearTimeout(over)
  }
}
