import { useEffect } from 'react'
import { PackingSlip } from '#web/orders/PackingSlip.tsx'
import { useWholeOrders } from '#web/orders/use-whole-orders.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { toast } from '#web/ui/toasts.ts'

type Props = { of: readonly { id: string; number: string }[]; onDone: () => void }

/** Prints the packing slips of these orders, each from a new page. If one cannot be loaded afresh, it says why and prints none. */
export function PackingSlips({ of, onDone }: Props) {
  const { orders, failed, isFresh } = useWholeOrders(of)
  const problem = failed && t('orders.slip.failed', { number: failed.number, problem: problemOf(failed.error).message })
  useEffect(() => {
    if (problem) {
      toast(problem, 'bad')
      return onDone()
    }
    if (!isFresh) return
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [isFresh, problem, onDone])
  return orders.map((order) => <PackingSlip key={order.id} order={order} />)
}
