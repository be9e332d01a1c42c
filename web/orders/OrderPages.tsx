import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { OneOrder } from '#web/orders/OneOrder.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** `/admin/orders/{id}`: a whole order. */
export function AdminOrderPage() {
  const { id } = useParams({ from: '/layout/admin/orders/$id' })
  return <OneOrder key={id} to="/admin/orders" query={useQuery(rpc.orders.get.queryOptions({ input: { id } }))} />
}

/** `/seller/orders/{id}`: the seller's own lines of an order. */
export function SellerOrderPage() {
  const { id } = useParams({ from: '/layout/seller/orders/$id' })
  return <OneOrder key={id} to="/seller/orders" query={useQuery(rpc.orders.getOwn.queryOptions({ input: { id } }))} />
}
