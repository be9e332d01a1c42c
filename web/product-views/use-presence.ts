import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { deletedIds } from '#web/platform/queries/deleted-ids.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'

/** How long a product has to be open before its viewer is reported, in milliseconds. */
const minViewMs = 700

type Viewer = { id: string; name: string }

/** Reports this admin as a viewer, again and again while the product is open and the window visible. Returns the other viewers. */
export function usePresence(id: string): readonly Viewer[] {
  const isViewing = useIsViewing()
  const { data } = useQuery({
    ...rpc.products.look.queryOptions({ input: { id } }),
    enabled: isViewing && !deletedIds.has(id),
    refetchInterval: () => !deletedIds.has(id) && limits.look.renewMs,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    // A product that this tab has just deleted has no viewers.
    if (isViewing) return () => void (deletedIds.has(id) || client.products.look({ id, leave: true }).catch(ignore))
  }, [isViewing, id])
  return (isViewing && data?.others) || []
}

/** Presence expires by itself, so a failed report of leaving does not matter. */
const ignore = () => {}

function useIsViewing(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible')
  const [stayed, setStayed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), minViewMs)
    const update = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return visible && stayed
}
