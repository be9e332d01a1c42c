import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListedOrder } from '#contract/orders.ts'
import css from '#web/orders/NewestOrders.module.css'
import { Shipped } from '#web/orders/Shipped.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** How many of a seller's orders are shown; the list of orders has them all. */
const shown = 5

type Action = (row: { id: string; title: string }) => ReactNode
type Props = {
  id: string
  /** An action at the end of each row. */
  action?: Action | undefined
}

/** The newest orders with lines of this seller, each as a link. A file of its own: most conversations are read without it. */
export default function NewestOrders({ id, action }: Props) {
  const query = useQuery(rpc.orders.list.queryOptions({ input: { seller_id: id, limit: shown } }))
  return (
    <DataState query={query} loading={<Skeleton rows={2} />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="muted">{t('orders.emptyTitle')}</p>
        ) : (
          <ul className={`${css.orders} list ruled`}>
            {rows.map((row) => (
              <OneOrder key={row.id} row={row} action={action} />
            ))}
          </ul>
        )
      }
    </DataState>
  )
}

/** Shows the progress of this seller's lines; others may sell in the same order. */
function OneOrder({ row, action }: { row: ListedOrder; action: Action | undefined }) {
  const { id, number, buyerName, placedAt, counts, sellerCounts = counts } = row
  return (
    <li>
      <span>
        <Link to="/admin/orders/$id" params={{ id }}>
          {t('orders.called', { number })}
        </Link>
        <span className="block aside breaks" dir="auto">
          {buyerName}
        </span>
        <span className="block aside breaks">
          <Ago at={placedAt} />
        </span>
      </span>
      <span className="line">
        <Shipped counts={sellerCounts} />
        {action?.({ id, title: t('orders.called', { number }) })}
      </span>
    </li>
  )
}
