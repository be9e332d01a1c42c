import { useEffect } from 'react'
import { PackingSlip } from '#web/orders/PackingSlip.tsx'
import { useWholeOrders } from '#web/orders/use-whole-orders.ts'
import { toast } from '#web/ui/toasts.ts'

type Props = { of: readonly { id: string }[]; onDone: () => void }

/** Prints the packing slips of these orders, each from a new page. If one cannot be loaded, it says why and prints none. */
export function PackingSlips({ of, onDone }: Props) {
  const { orders, unloaded, isLoading } = useWholeOrders(of)
  const problem = unloaded[0]?.[1]
  useEffect(() => {
    if (isLoading) return
    if (problem !== undefined) {
      toast(problem, 'bad')
      return onDone()
    }
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [isLoading, problem, onDone])
  return orders.map((order) => <PackingSlip key={order.id} order={order} />)
}
