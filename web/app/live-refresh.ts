import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'
import type { HintKind, HintNoun } from '#domain/event-kinds.ts'
import { isAbout, staleOf } from '#web/platform/queries/deleted-ids.ts'
import { latestShown } from '#web/platform/queries/optimistic-update.ts'
import { meQuery } from '#web/platform/queries/queries.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

const history = rpc.history.key()
/** What ticks off the first steps of an admin comes from several nouns. */
const firstSteps = rpc.settings.firstSteps.key()
/** What the home page of a seller counts comes from many nouns. */
const home = rpc.account.home.key()
/** Queries about many products, and queries about one. */
const lists = [rpc.products.queue.key(), rpc.products.list.key(), rpc.products.catalogue.key(), rpc.products.waiting.key(), home, history]
const ofOne = [rpc.products.get, rpc.products.attempts, rpc.products.timeline, rpc.products.warnings].map((call) => call.key())
/** Figures of decisions and of what waits. */
const moderation = rpc.sales.moderation.key()
const product = { all: [...lists, rpc.products.sellerRecord.key(), moderation], one: ofOne }

/** The hint names the request, not its product, and an accepted request changes the product. */
const editRequest = { all: [rpc.editRequests.key(), rpc.products.key(), moderation, history] }
const person = { all: [meQuery.queryKey, rpc.account.key(), rpc.users.key(), history] }
/** Queries about people; the person themselves gets these hints too. */
const people = [rpc.users.key(), history]
/** Queries about one endpoint; the query of an open delivery does not contain the endpoint's id. */
const ofWebhook = [rpc.webhooks.get.key(), rpc.webhooks.deliveries.key()]
const webhook = { all: [rpc.webhooks.list.key(), firstSteps, history], one: ofWebhook }
/** Waiting products leave the queue with their suspended seller and return with them (product §2); an open one shows why it is paused. */
const waiting = [rpc.products.queue.key(), rpc.products.waiting.key(), rpc.products.get.key(), rpc.editRequests.key(), moderation]

/** Lists of orders, without the total of a search: counting takes longer, so its screen paces it. Only an order's own page asks for it alone. */
const order = {
  all: [rpc.orders.list, rpc.orders.listOwn, rpc.orders.unshipped].map((call) => call.key()).concat([home, history]),
  one: [rpc.orders.get, rpc.orders.getOwn, rpc.orders.timeline].map((call) => call.key()),
}
/** Queries about the sales ledger, and so about every sales figure. */
const { figures, top, rows, today, own, ownTop, ownRows } = rpc.sales
const sold = [figures, top, rows, today, own, ownTop, ownRows].map((call) => call.key())
const selling = { all: [...order.all, ...sold], one: order.one }
const taking = { all: [...selling.all, rpc.products.list.key(), rpc.products.catalogue.key(), rpc.products.get.key()], one: order.one }
/** Queries about many chats, and about one; a message comes with its hint. */
const chatLists = [rpc.chats.list.key(), rpc.chats.unread.key(), home]
const ofChat = [rpc.chats.get.key()]
const chat = { all: [...chatLists, history], one: ofChat }

/** `all`: queries that all become stale. `one`: queries of which only those about the same id do. */
type Stale = { all?: readonly QueryKey[]; one?: readonly QueryKey[] }

/** What becomes stale after a hint about a noun; the compiler keeps the list complete. */
const staleOfNoun: Record<HintNoun, Stale> = {
  product,
  editRequest,
  user: person,
  message: { all: [history] },
  order,
  settings: { all: [rpc.settings.key(), rpc.backups.key(), meQuery.queryKey, history] },
  apiKey: { all: [rpc.apiKeys.key(), firstSteps, history] },
  chat,
  webhook,
  widget: { all: [rpc.widget.key(), history] },
  notification: { all: [rpc.notifications.key()] },
  import: { all: [rpc.imports.key()] },
  bulk: { all: [rpc.bulkDecisions.key()] },
  savedView: { all: [rpc.savedViews.key()] },
}
/** The hints after which something else becomes stale. */
const staleAfter: Partial<Record<HintKind, Stale>> = {
  'product.look': { one: [rpc.products.look.key()] },
  'user.register': { all: [rpc.users.list.key(), rpc.sales.signUps.key(), rpc.invitations.key(), firstSteps, history] },
  'user.secondFactor': { all: [...person.all, rpc.settings.adminsWithoutSecondFactor.key()] },
  // The packing slips of a seller name them as they sell.
  'user.profile': { all: [...person.all, rpc.orders.getOwn.key()] },
  'user.role': { all: people },
  'user.suspend': { all: [...people, ...waiting] },
  'user.reactivate': { all: [...people, ...waiting] },
  'user.undoSuspend': { all: [...people, ...waiting] },
  'user.undoReactivate': { all: [...people, ...waiting] },
  'user.close': { all: [...person.all, rpc.chats.key()] },
  'user.invite': { all: [rpc.invitations.key(), firstSteps, history] },
  'user.uninvite': { all: [rpc.invitations.key(), history] },
  'apiKey.revoke': { all: [rpc.apiKeys.key(), rpc.users.get.key(), history] },
  'order.placed': { ...taking, all: [...taking.all, firstSteps] },
  'order.paid': selling,
  'order.refunded': selling,
  'order.cancelled': taking,
  'order.change': taking,
  'chat.message': { all: chatLists, one: ofChat },
  'chat.rate': { all: [...chat.all, rpc.chats.ratings.key()], one: ofChat },
  'chat.read': { all: chatLists, one: ofChat },
  'chat.erase': { all: [rpc.chats.key(), history] },
  'chat.note': { one: [rpc.chats.notes.key()] },
  'chat.typing': { one: [rpc.chats.typists.key()] },
  'webhook.reveal': { all: [history] },
  'webhook.change': { all: [rpc.webhooks.list.key(), rpc.webhooks.delivery.key()], one: ofWebhook },
}

/**
 * The first hint is answered once all that arrived with it are read, and a flood of hints once in this time for each kind of data, in
 * milliseconds. The tab that decided, and already shows it, waits as long for the hint of its decision: the screens of others come first.
 */
const spacing = 250

/** A pending refetch: of all matching queries, or only those about these ids. */
type Waiting = { queryKey: QueryKey; ids: Set<string> | null; due: number; over: Promise<unknown>; ask: () => void }

/** Without what this tab deletes, perhaps since the hint. */
const filterOf = ({ queryKey, ids }: Pick<Waiting, 'queryKey' | 'ids'>): QueryFilters => {
  const { predicate } = staleOf(queryKey)
  return { queryKey, predicate: (query) => predicate(query) && (ids === null || isAbout(ids)(query)) }
}

/**
 * Marks data stale as hints arrive, many hints as one; what is on screen is refetched, the rest when it is opened. Each kind of data has
 * its own pace: a notification that was refetched a moment ago does not delay a list.
 */
export function refresher(queries: QueryClient) {
  const waiting = new Map<string, Waiting>()
  const asked = new Map<string, number>()
  /** Refetches under way. */
  const underWay = new Set<Promise<unknown>>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const ask = (stale: Pick<Waiting, 'queryKey' | 'ids'>) => {
    const asking = queries.invalidateQueries(filterOf(stale)).finally(() => underWay.delete(asking))
    underWay.add(asking)
    return asking
  }
  const flush = () => {
    const now = performance.now()
    const ripe = [...waiting].filter(([, { due }]) => due <= now)
    for (const [name] of ripe) {
      waiting.delete(name)
      asked.set(name, now)
    }
    schedule()
    for (const [, one] of ripe) one.ask()
  }
  const schedule = () => {
    if (timer) clearTimeout(timer)
    const next = Math.min(...[...waiting.values()].map(({ due }) => due))
    timer = waiting.size > 0 ? setTimeout(flush, Math.max(0, next - performance.now())) : null
  }
  const soon = (queryKey: QueryKey, id: string | null, notBefore = 0) => {
    const name = `${id === null} ${JSON.stringify(queryKey)}`
    const pending = waiting.get(name)
    const due = Math.max(performance.now(), notBefore, (asked.get(name) ?? Number.NEGATIVE_INFINITY) + spacing)
    if (pending) {
      pending.ids?.add(id ?? '')
      if (due < pending.due) {
        pending.due = due
        schedule()
      }
    } else {
      const stale = { queryKey, ids: id === null ? null : new Set([id]) }
      let begin = () => {}
      const over = new Promise<void>((resolve) => {
        begin = () => void ask(stale).then(() => resolve())
      })
      waiting.set(name, { ...stale, due, over, ask: () => begin() })
      schedule()
    }
  }
  return {
    /** A hint about an unknown noun comes from a newer server and makes everything stale. */
    hint: (kind: HintKind, id: string) => {
      const stale = staleAfter[kind] ?? (staleOfNoun as Record<string, Stale>)[kind.split('.')[0] ?? '']
      if (!stale) return soon([], null)
      const own = latestShown(queries)
      const notBefore = own?.id === id ? own.at + spacing : 0
      for (const key of stale.all ?? []) soon(key, null, notBefore)
      for (const key of stale.one ?? []) soon(key, id, notBefore)
    },
    /** Resolves when what is stale now and on screen has been refetched, successfully or not, and is rendered. */
    settled: async (): Promise<void> => {
      await Promise.all([...underWay, ...[...waiting.values()].map(({ over }) => over)])
      // Screens are rerendered in a later task.
      await new Promise((resolve) => setTimeout(resolve))
    },
    /** Anything may have changed. */
    all: () => soon([], null),
    close: () => {
      if (timer) clearTimeout(timer)
    },
  }
}
