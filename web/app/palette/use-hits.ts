import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Role } from '#domain/user.ts'
import { findHits, type Hit, searchFrom } from '#web/app/palette/find-hits.ts'

/** How long after the last key the server is asked, in milliseconds. */
const pause = 200

/** The hits for the typed text. While the server is asked, former hits that still match stay. */
export function useHits(role: Role, typed: string) {
  const text = typed.trim()
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(setSearch, pause, text)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked = text.length >= searchFrom
  const query = useQuery({
    // Not a key of a call: searches of the palette are not cached offline.
    queryKey: ['palette', role, search],
    queryFn: ({ signal }) => findHits(role, search, signal),
    enabled: isAsked && search.length >= searchFrom,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isCurrent = search === text && !query.isPlaceholderData
  const found = (isAsked && query.data) || { hits: [], hasMore: false, more: [] }
  return {
    hits: isCurrent ? found.hits : found.hits.filter((hit) => fits(hit, text)),
    hasMore: isCurrent && found.hasMore,
    more: isCurrent ? found.more : [],
    isSearching: isAsked && (search !== text || query.isFetching),
    error: isAsked && search === text && !query.isFetching ? query.error : null,
    again: () => void query.refetch(),
    isAsked,
  }
}

const fits = ({ text, about }: Hit, search: string) => `${text} ${about}`.toLocaleLowerCase().includes(search.toLocaleLowerCase())
