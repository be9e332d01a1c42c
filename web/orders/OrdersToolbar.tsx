import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lineStatuses, paymentStatuses } from '#domain/order-rules.ts'
import { type OrderSearch, readOrderSearch, sortsShown } from '#web/orders/order-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ChoiceFilter, SearchFilter } from '#web/platform/queries/Filters.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { DayRange } from '#web/ui/DayRange.tsx'
import { OnlyOf } from '#web/ui/OnlyOf.tsx'

type Props = {
  search: OrderSearch
  change: (to: OrderSearch) => void
  /** What the search covers. */
  hint: string
  /** The seller filter; for admins. */
  seller?: ReactNode
}

const payments = paymentStatuses.map((value) => ({ value, label: t(`orders.payment.${value}`) }))
const lines = lineStatuses.map((value) => ({ value, label: t(`orders.withLines.${value}`) }))
const sorts = sortsShown.map((value) => ({ value, label: t(`orders.sort.${value}`) }))

/** The filters and the order of a list of orders; any change returns to the first page. */
export function OrdersToolbar({ search, change, hint, seller }: Props) {
  const set = (to: Record<string, unknown>) => change(readOrderSearch({ ...search, pages: undefined, ...to }))
  return (
    <div className="row filters">
      <div className="whole">
        <SearchFilter label={t('common.search')} hint={hint} value={search.search} onSearch={(text) => set({ search: text })} />
      </div>
      <ChoiceFilter
        labelled
        label={t('orders.columns.payment')}
        all={t('orders.allPayments')}
        value={search.paymentStatus}
        options={payments}
        onChoose={(paymentStatus) => set({ paymentStatus })}
      />
      <ChoiceFilter
        labelled
        label={t('orders.columns.shipping')}
        all={t('orders.allLines')}
        value={search.lineStatus}
        options={lines}
        onChoose={(lineStatus) => set({ lineStatus })}
      />
      {seller}
      {search.product_id && <ProductFilter chosen={search.product_id} clear={() => set({ product_id: undefined })} />}
      <DayRange range={search} change={set} />
      <ChoiceFilter
        labelled
        label={t('orders.sortBy')}
        value={search.sort ?? 'newest'}
        options={sorts}
        onChoose={(sort) => set({ sort })}
      />
    </div>
  )
}

type ProductFilterProps = { chosen: string; clear: () => void }

/** The filter by product, set by a link from the product's page. The product may be deleted by now. */
function ProductFilter({ chosen, clear }: ProductFilterProps) {
  const product = useQuery(rpc.products.get.queryOptions({ input: { id: chosen }, retry: false }))
  const name = product.data?.title ?? t('orders.oneProduct')
  return <OnlyOf label={t('orders.record.product')} name={name} all={t('orders.allProducts')} clear={clear} />
}
