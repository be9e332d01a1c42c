import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { limits } from '#domain/limits.ts'
import { lineStatuses, paymentStatuses } from '#domain/order-rules.ts'
import { type OrderSearch, readOrderSearch, sortsShown } from '#web/orders/order-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { DayRange } from '#web/ui/DayRange.tsx'
import { OnlyOf } from '#web/ui/OnlyOf.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'

type Props = {
  search: OrderSearch
  change: (to: OrderSearch) => void
  /** What the search covers. */
  hint: string
  /** The seller filter; for admins. */
  seller?: ReactNode
}

const payments = [
  { value: '', label: t('orders.allPayments') },
  ...paymentStatuses.map((value) => ({ value, label: t(`orders.payment.${value}`) })),
]
const lines = [
  { value: '', label: t('orders.allLines') },
  ...lineStatuses.map((value) => ({ value, label: t(`orders.withLines.${value}`) })),
]
const sorts = sortsShown.map((value) => ({ value, label: t(`orders.sort.${value}`) }))

/** The filters and the order of a list of orders; any change returns to the first page. */
export function OrdersToolbar({ search, change, hint, seller }: Props) {
  const set = (to: Record<string, unknown>) => change(readOrderSearch({ ...search, pages: undefined, ...to }))
  return (
    <div className="row filters">
      <div className="whole">
        <SearchBox
          label={t('common.search')}
          placeholder={hint}
          value={search.search ?? ''}
          maxLength={limits.text.searchMax}
          onSearch={(text) => set({ search: text })}
        />
      </div>
      <Select
        label={t('orders.columns.payment')}
        options={payments}
        value={search.paymentStatus ?? ''}
        onChange={({ target }) => set({ paymentStatus: target.value })}
      />
      <Select
        label={t('orders.columns.shipping')}
        options={lines}
        value={search.lineStatus ?? ''}
        onChange={({ target }) => set({ lineStatus: target.value })}
      />
      {seller}
      {search.product_id && <ProductFilter chosen={search.product_id} clear={() => set({ product_id: undefined })} />}
      <DayRange range={search} change={set} />
      <Select
        label={t('orders.sortBy')}
        options={sorts}
        value={search.sort ?? 'newest'}
        onChange={({ target }) => set({ sort: target.value })}
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
