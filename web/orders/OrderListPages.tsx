import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ListedOrder } from '#contract/orders.ts'
import { withDays } from '#domain/day-presets.ts'
import { OrdersScreen } from '#web/orders/OrdersScreen.tsx'
import type { OrderSearch, SellerOrderSearch } from '#web/orders/order-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { LoadError } from '#web/platform/loading/LoadError.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { useListSearch } from '#web/platform/queries/use-list-search.ts'
import { useNewestPages } from '#web/platform/queries/use-newest.ts'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { useSellerFilter } from '#web/product-views/use-seller-filter.tsx'
import { OwnSales } from '#web/sales/OwnSales.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import IconUpload from '#web/ui/icons/IconUpload.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

const OwnSalesRows = lazyComponent(() => import('#web/sales/OwnSalesRows.tsx'), 'default', LoadError)

/** `/admin/orders` (spec §2): all orders. */
export function AdminOrdersPage() {
  const [search, change] = useListSearch('/admin/orders')
  const { pages = 1, hide, ...filters } = search
  const list = usePagedQuery(rpc.orders.list, withDays(filters, useToday()))
  const rows = useNewestPages(list, pages, { get: rpc.orders.get, matches: matchesOf(filters) })
  const go = (to: OrderSearch) => change({ hide, ...to })
  const seller = useSellerFilter({ of: 'orders', chosen: search.seller_id, choose: (seller_id) => go({ ...filters, seller_id }) })
  return (
    <OrdersScreen
      path="/admin/orders"
      lead={t('orders.lead')}
      actions={<ImportLink />}
      hint={t('orders.searchHint')}
      empty={t('orders.emptyText')}
      next={
        <Link to="/admin/settings" search={{ section: 'apiKeys' }} className={buttonClass()}>
          {t('orders.emptyKey')}
        </Link>
      }
      {...{ search, seller, go, list, rows }}
    />
  )
}

/** `/seller/orders` (spec §2): the seller's own lines of all orders, or the rows of one of their figures. */
export function SellerOrdersPage() {
  const [{ rows, ...search }, show] = useListSearch('/seller/orders')
  if (!rows) return <SellerOrders search={search} show={show} />
  return (
    <Suspense fallback={<Spinner />}>
      <OwnSalesRows rows={rows} {...search} go={(to) => show({ ...to, rows })} />
    </Suspense>
  )
}

type SellerProps = { search: Omit<SellerOrderSearch, 'rows'>; show: (to: SellerOrderSearch) => void }

function SellerOrders({ search: { sales, sold: _, ...search }, show }: SellerProps) {
  const { pages = 1, hide, ...filters } = search
  const list = usePagedQuery(rpc.orders.listOwn, withDays(filters, useToday()))
  const rows = useNewestPages(list, pages, { get: rpc.orders.getOwn, matches: matchesOf(filters) })
  const go = ({ seller_id: _, ...to }: OrderSearch) => show({ hide, ...to, sales })
  return (
    <OrdersScreen
      path="/seller/orders"
      lead={t('orders.leadOwn')}
      hint={t('orders.searchHintOwn')}
      empty={t('orders.emptyTextOwn')}
      above={<OwnSales chosen={sales} choose={(to) => show({ ...search, sales: to })} />}
      {...{ search, go, list, rows }}
    />
  )
}

function ImportLink() {
  return (
    <Link to="/admin/orders/import" className={buttonClass()}>
      <IconUpload size={16} />
      {t('products.importLink')}
    </Link>
  )
}

/**
 * True if an order still matches the filters, as far as its row shows. With a seller, `lineStatus` is about that seller's lines, which the
 * row does not show.
 */
const matchesOf =
  ({ paymentStatus, lineStatus, seller_id }: OrderSearch) =>
  ({ counts, ...row }: Pick<ListedOrder, 'counts' | 'paymentStatus'>) =>
    (!paymentStatus || row.paymentStatus === paymentStatus) && (!lineStatus || seller_id !== undefined || counts[lineStatus] > 0)
