import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { deletedIds } from '#web/platform/queries/deleted-ids.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useVisible } from '#web/platform/use-online.ts'
import css from '#web/product-views/Opened.module.css'
import IconEye from '#web/ui/icons/IconEye.tsx'

const lists = new Intl.ListFormat('en')

/** Shows which other admins have this product open (product §3), and reports this one to them. */
export function Viewers({ id }: { id: string }) {
  const others = usePresence(id)
  return (
    <p className={`${css.looking} line gap-6 small breaks below if-filled`} aria-live="polite">
      {others.length > 0 && (
        <>
          <IconEye size={16} />
          {t('approval.viewing', { count: others.length, names: lists.format(others.map(({ name }) => name)) })}
        </>
      )}
    </p>
  )
}

/** How long a product has to be open before its viewer is reported, in milliseconds. */
const minViewMs = 700

type Viewer = { id: string; name: string }

/** Reports this admin as a viewer, again and again while the product is open and the window visible. Returns the other viewers. */
function usePresence(id: string): readonly Viewer[] {
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
  const visible = useVisible()
  const [stayed, setStayed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setStayed, minViewMs, true)
    return () => clearTimeout(timer)
  }, [])
  return visible && stayed
}
