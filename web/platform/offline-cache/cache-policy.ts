import type { InfiniteData, QueryKey } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'

/** The nouns whose answers are cached, each with the calls that are not cached, because they only describe the moment. */
const uncachedCalls: Record<string, readonly string[]> = {
  products: ['look', 'uploads'],
  editRequests: [],
  // `buyer` asks by a buyer's address how many orders they have, to erase them.
  orders: ['buyer', 'count'],
  chats: ['typists'],
  notifications: ['preferences', 'announcementProgress'],
  history: [],
  savedViews: [],
  // `me` is stored with the owner of the cache.
  users: ['me', 'devices'],
}

/** True if the answer to this query is cached. API keys, devices, endpoints and settings are not. */
export function isCached(key: QueryKey): boolean {
  const [noun = '', call = ''] = Array.isArray(key[0]) ? key[0] : []
  return Object.hasOwn(uncachedCalls, noun) && !uncachedCalls[noun]?.includes(call)
}

/** The part of an answer that is cached: of an infinite list only the first pages, because verifying all of them would take long. */
export function cachedPart(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data
  return { pages: pages.slice(0, limits.cache.pagesMax), pageParams: pageParams.slice(0, limits.cache.pagesMax) }
}

/** Restores a cached answer: the first page's parameter is undefined, which JSON cannot express. */
export function asCached(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data
  return { pages, pageParams: pageParams.map((param) => param ?? undefined) }
}

/** A query's call and input, as its hash contains them. */
export type Question = { path: string[]; input: Record<string, unknown> }

/** Parses a query's hash; null unless it is a query about one id. */
export function questionOf(hash: string): Question | null {
  const [path, about] = JSON.parse(hash)
  return about?.type === 'query' && typeof about.input?.id === 'string' ? { path, input: about.input } : null
}

/** The row ids of an answer, in order, from a plain or a paged list. */
export function rowIds(data: unknown): string[] {
  const { pages } = (data ?? {}) as { pages?: unknown }
  const lists = Array.isArray(pages) ? pages : [data]
  const rows = lists.flatMap((list) => (Array.isArray(list) ? list : ((list as { rows?: unknown[] } | null)?.rows ?? [])))
  return rows.flatMap((row) => (typeof row?.id === 'string' ? [row.id] : []))
}
