import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { gone } from '#web/platform/queries/deleted-ids.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'

/** How long a product has to be open before its viewer is reported, in milliseconds. */
const glance = 700

type Looker = { id: string; name: string }

/** Reports this admin as a viewer, again and again while the product is open and the window visible. Returns the other viewers. */
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
    // A product that this tab has just deleted has no viewers.
    if (looks) return () => void (gone.has(id) || client.products.look({ id, leave: true }).catch(ignore))
  }, [looks, id])
  return (looks && data?.others) || []
}

/** Presence expires by itself, so a failed report of leaving does not matter. */
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
