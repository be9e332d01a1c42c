import type { InfiniteData, QueryKey } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'

/** The nouns whose answers are worth reading without a network, and which of their calls tell of a passing moment only. */
const kept: Record<string, readonly string[]> = {
  products: ['look', 'uploads'],
  editRequests: [],
  // How many orders somebody has is asked by his address, for erasing him.
  orders: ['buyer'],
  chats: ['typists'],
  notifications: ['preferences'],
  history: [],
  // Who is signed in is kept on its own, with whose all of it is.
  users: ['me', 'devices'],
}

/** Is the answer to this question kept on the device? Keys, devices, endpoints and settings are not. */
export function isCached(key: QueryKey): boolean {
  const [noun = '', call = ''] = Array.isArray(key[0]) ? key[0] : []
  return Object.hasOwn(kept, noun) && !kept[noun]?.includes(call)
}

/** So much of an answer is kept: of a list that goes on and on its beginning, as asking for all of it anew would take long. */
export function cachedPart(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data
  return { pages: pages.slice(0, limits.cache.pagesMax), pageParams: pageParams.slice(0, limits.cache.pagesMax) }
}

/** A kept answer as it was: the first page of a list asks from nowhere, for which JSON has no word. */
export function asCached(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data
  return { pages, pageParams: pageParams.map((param) => param ?? undefined) }
}

/** What a question asks about, as the hash of its query says it. */
export type Question = { path: string[]; input: Record<string, unknown> }

/** Reads a query's hash back; null where it is no question about one thing. */
export function questionOf(hash: string): Question | null {
  const [path, about] = JSON.parse(hash)
  return about?.type === 'query' && typeof about.input?.id === 'string' ? { path, input: about.input } : null
}

/** The ids of the rows in an answer, in order: of a list, or of a list in pages. */
export function rowIds(data: unknown): string[] {
  const { pages } = (data ?? {}) as { pages?: unknown }
  const lists = Array.isArray(pages) ? pages : [data]
  const rows = lists.flatMap((list) => (Array.isArray(list) ? list : ((list as { rows?: unknown[] } | null)?.rows ?? [])))
  return rows.flatMap((row) => (typeof row?.id === 'string' ? [row.id] : []))
}
