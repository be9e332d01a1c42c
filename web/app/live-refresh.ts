import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { HintKind } from '#domain/event.ts'
import { meQuery } from '#web/app/queries.ts'
import { rpc } from '#web/app/rpc.ts'

const history = rpc.history.key()
const product: QueryKey[] = [rpc.products.key(), history]

/** What may be old after a hint; the compiler keeps the list complete. */
const staleAfter: Record<HintKind, QueryKey[]> = {
  'product.create': product,
  'product.submit': product,
  'product.edit': product,
  'product.withdraw': product,
  'product.approve': product,
  'product.reject': product,
  'product.archive': product,
  'product.restore': product,
  'product.delete': product,
  'user.register': [rpc.users.list.key(), history],
  'settings.edit': [rpc.settings.key(), meQuery.queryKey, history],
  'notification.change': [rpc.notifications.key()],
}

/** The first hint is answered almost at once, a flood of them at most so often, in milliseconds. */
const settle = 15
const spacing = 250

/** Marks data stale as hints arrive, many hints as one; what is on screen is asked for again, the rest when it is opened. */
export function refresher(queries: QueryClient) {
  const stale = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let lastFlush = Number.NEGATIVE_INFINITY

  const flush = () => {
    timer = null
    lastFlush = performance.now()
    for (const queryKey of stale.values()) void queries.invalidateQueries({ queryKey })
    stale.clear()
  }
  const soon = () => {
    timer ??= setTimeout(flush, Math.max(settle, lastFlush + spacing - performance.now()))
  }
  return {
    /** A hint of a kind that this version does not know makes everything stale: a newer server speaks. */
    hint: (kind: HintKind) => {
      for (const key of staleAfter[kind] ?? [[]]) stale.set(JSON.stringify(key), key)
      soon()
    },
    /** Anything may have changed. */
    all: () => {
      stale.set('[]', [])
      soon()
    },
    close: () => {
      if (timer) clearTimeout(timer)
    },
  }
}
