import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/**
 * How many of the orders to ship are unpaid, and how many were refunded in full, in words; empty if none, or if there are more lines than are
 * counted. The navigation uses the same query.
 */
export function useNotReady(): string {
  const { data } = useQuery(rpc.orders.unshipped.queryOptions())
  if (!data || data.lines > limits.queue.shownMax) return ''
  const { unpaid, refunded } = data
  return [unpaid > 0 && t('orders.toShip.unpaid', { count: unpaid }), refunded > 0 && t('orders.toShip.refunded', { count: refunded })]
    .filter(Boolean)
    .join(', ')
}
