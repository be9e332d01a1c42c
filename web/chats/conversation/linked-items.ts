import { piecesOf } from '#domain/linked-text.ts'

/** A product or an order of this marketplace that a message links to. */
export type LinkedItem = { kind: 'product' | 'order'; id: string }

/** A message shows at most this many cards; its other links stay links. */
const cardsMax = 3
const page = /^\/(?:admin|seller)\/(product|order)s\/([\w:.~-]+)\/?$/
/** Pages below the same paths that show no single item. */
const otherPages: ReadonlySet<string> = new Set(['import'])

/** The products and orders whose pages at `origin` a message links to, each once, in order. */
export function linkedItems(text: string, origin: string): LinkedItem[] {
  const found = new Map<string, LinkedItem>()
  for (const { href } of piecesOf(text)) {
    const url = href === undefined ? null : new URL(href)
    const [, kind, id] = (url?.origin === origin && page.exec(url.pathname)) || []
    if (kind && id && !otherPages.has(id)) found.set(`${kind} ${id}`, { kind: kind as LinkedItem['kind'], id })
  }
  return [...found.values()].slice(0, cardsMax)
}

/** The address of an item for a person of this role. */
export const addressOf = ({ kind, id }: LinkedItem, role: 'admin' | 'seller'): string => `/${role}/${kind}s/${id}`
