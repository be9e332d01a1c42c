import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { gone } from '#web/platform/queries/deleted-ids.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'

/** Passing by is not looking: a product is said to be looked at after so long, in milliseconds. */
const glance = 700

type Looker = { id: string; name: string }

/** Tells the others that one looks at a product, again and again while it is open and the window is seen, and who else does. */
export function usePresence(id: string): readonly Looker[] {
  const looks = useLooks()
  const { data } = useQuery({
    ...rpc.products.look.queryOptions({ input: { id } }),
    enabled: looks && !gone.has(id),
    refetchInterval: () => !gone.has(id) && limits.look.renewMs,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    // Nobody looks at what this tab has just deleted.
    if (looks) return () => void (gone.has(id) || client.products.look({ id, leave: true }).catch(ignore))
  }, [looks, id])
  return (looks && data?.others) || []
}

/** It lasts a while only, also where nobody is told that one left. */
const ignore = () => {}

function useLooks(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible')
  const [stayed, setStayed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), glance)
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return visible && stayed
}
