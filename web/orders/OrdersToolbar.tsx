import { useQuery } from '@tanstack/react-query'
import { lineStatuses, paymentStatuses } from '#domain/order-rules.ts'
import { type OrderSearch, readOrderSearch, sortsShown } from '#web/orders/order-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { dayFilter } from '#web/platform/queries/day-filter.tsx'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import type { useSellerFilter } from '#web/product-views/use-seller-filter.tsx'

type Props = {
  search: OrderSearch
  change: (to: OrderSearch) => void
  /** What the search covers. */
  hint: string
  /** The seller filter; for admins. */
  seller?: ReturnType<typeof useSellerFilter> | undefined
}

const payments = paymentStatuses.map((value) => ({ value, label: t(`orders.payment.${value}`) }))
const lines = lineStatuses.map((value) => ({ value, label: t(`orders.withLines.${value}`) }))
const sorts = sortsShown.map((value) => ({ value, label: t(`sorts.${value}`) }))

/** The filters and the order of a list of orders; any change returns to the first page. */
export function OrdersToolbar({ search, change, hint, seller }: Props) {
  const set = (to: Record<string, unknown>) => change(readOrderSearch({ ...search, pages: undefined, ...to }))
  const { product_id } = search
  const days = dayFilter({ label: t('orders.columns.placed'), chosen: search, today: useToday(), change: set })
  // Set by a link from the product's page. The product may be deleted by now.
  const product = useQuery(
    rpc.products.get.queryOptions({ input: { id: product_id ?? '' }, enabled: product_id !== undefined, retry: false }),
  )
  const { text, choice } = filtersOf(search, set)
  return (
    <Filters
      search={text(t('common.search'), hint)}
      choices={[
        choice('paymentStatus', { label: t('fields.paymentStatus'), all: t('orders.allPayments'), options: payments }),
        choice('lineStatus', { label: t('orders.columns.shipping'), all: t('orders.allLines'), options: lines }),
      ]}
      sort={choice('sort', { label: t('common.sortBy'), usual: 'newest', options: sorts })}
      active={[
        days.active,
        seller?.active,
        product_id !== undefined && {
          label: t('orders.record.product'),
          name: product.data?.title ?? t('orders.oneProduct'),
          clear: () => set({ product_id: undefined }),
        },
      ]}
      clear={() => change({ search: search.search, sort: search.sort })}
    >
      {seller?.control}
      {days.control}
    </Filters>
  )
}
