import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'
import type { HintKind } from '#domain/event.ts'
import { asksFor, gone } from '#web/app/gone.ts'
import { meQuery } from '#web/app/queries.ts'
import { rpc } from '#web/app/rpc.ts'

const history = rpc.history.key()
/** What tells of many products at once, and what is told of one alone. */
const lists = [rpc.products.queue.key(), rpc.products.list.key(), rpc.products.waiting.key(), history]
const ofOne = [rpc.products.get, rpc.products.attempts, rpc.products.timeline, rpc.products.warnings].map((call) => call.key())
const product = { whole: [...lists, rpc.products.sellerRecord.key()], one: ofOne }

/** Queries that may be old as a whole, and queries of which only those about the thing itself may be. */
type Stale = { whole?: readonly QueryKey[]; one?: readonly QueryKey[] }

/** What may be old after a hint; the compiler keeps the list complete. */
const staleAfter: Record<HintKind, Stale> = {
  'product.create': product,
  'product.submit': product,
  'product.edit': product,
  'product.withdraw': product,
  'product.approve': product,
  'product.reject': product,
  'product.archive': product,
  'product.restore': product,
  'product.delete': product,
  'product.look': { one: [rpc.products.look.key()] },
  'user.register': { whole: [rpc.users.list.key(), history] },
  'settings.edit': { whole: [rpc.settings.key(), meQuery.queryKey, history] },
  'notification.change': { whole: [rpc.notifications.key()] },
  'import.change': { whole: [rpc.imports.key()] },
  'bulk.change': { whole: [rpc.bulkDecisions.key()] },
}

/** The first hint is answered almost at once, a flood of them at most so often, in milliseconds. */
const settle = 15
const spacing = 250

/** Marks data stale as hints arrive, many hints as one; what is on screen is asked for again, the rest when it is opened. */
export function refresher(queries: QueryClient) {
  const whole = new Map<string, QueryKey>()
  const one = new Map<string, { queryKey: QueryKey; ids: Set<string> }>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let lastFlush = Number.NEGATIVE_INFINITY

  const flush = () => {
    timer = null
    lastFlush = performance.now()
    const stale: QueryFilters[] = [
      ...[...whole.values()].map((queryKey) => ({ queryKey })),
      ...[...one.values()].map(({ queryKey, ids }) => ({ queryKey, predicate: asksFor(ids) })),
    ]
    whole.clear()
    one.clear()
    for (const filter of stale) void queries.invalidateQueries(filter)
  }
  const soon = () => {
    timer ??= setTimeout(flush, Math.max(settle, lastFlush + spacing - performance.now()))
  }
  const all = () => {
    whole.set('[]', [])
    soon()
  }
  return {
    /** A hint of a kind that this version does not know makes everything stale: a newer server speaks. */
    hint: (kind: HintKind, id: string) => {
      const stale = staleAfter[kind]
      if (!stale) return all()
      for (const key of stale.whole ?? []) whole.set(JSON.stringify(key), key)
      for (const key of gone.has(id) ? [] : (stale.one ?? [])) {
        const name = JSON.stringify(key)
        const known = one.get(name) ?? { queryKey: key, ids: new Set() }
        one.set(name, known)
        known.ids.add(id)
      }
      soon()
    },
    /** Anything may have changed. */
    all,
    close: () => {
      if (timer) clearTimeout(timer)
    },
  }
}
