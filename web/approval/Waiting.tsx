import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { shownCount } from '#web/ui/shown-count.ts'

/** How many wait in all, whatever the list below shows; live, and without those that are being decided here. */
export function Waiting({ sending }: { sending: number }) {
  const { data } = useQuery(rpc.products.waiting.queryOptions())
  if (!data) return null
  const pending = data.pending > 999 ? data.pending : Math.max(0, data.pending - sending)
  return <span>{pending === 0 ? t('approval.waitingNone') : t('approval.waiting', { count: pending, shown: shownCount(pending) })}</span>
}
