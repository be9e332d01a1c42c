import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Role } from '#domain/user.ts'
import { bestFirst, type Hit } from '#web/app/palette/hits.ts'
import { client } from '#web/platform/rpc/rpc.ts'

/** While an answer is outstanding, the next text waits for it, but no longer than this, in milliseconds. */
const patienceMs = 100

type Found = { hits: Hit[]; hasMore: boolean }
const nothing: Found = { hits: [], hasMore: false }

/** The hits for the text. The server is asked at every key; until it has answered the last one, former hits stay. */
export function useHits(role: Role, text: string) {
  const [search, setSearch] = useState(text)
  const { data, error, isFetching, refetch } = useQuery({
    // Unlike the keys of calls, this one is in no cache: hits are not kept, neither offline nor for the next time.
    queryKey: ['palette', role, search],
    queryFn: async ({ signal }) => foundIn(role, search, await client.search.find({ search }, { signal })),
    enabled: search !== '',
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (!isFetching) return setSearch(text)
    const timer = setTimeout(setSearch, patienceMs, text)
    return () => clearTimeout(timer)
  }, [text, isFetching])
  const isCurrent = search === text && !isFetching
  const failed = isCurrent && text !== '' ? error : null
  const last = useRef(nothing)
  if (text === '' || failed) last.current = nothing
  else if (isCurrent && data) last.current = data
  return { ...last.current, isSearching: text !== '' && !isCurrent, error: failed, again: () => void refetch() }
}

function foundIn(role: Role, search: string, { more, ...hits }: Awaited<ReturnType<typeof client.search.find>>): Found {
  return { hits: bestFirst(role, search, hits), hasMore: more.length > 0 }
}
