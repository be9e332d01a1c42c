import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withDays } from '#domain/day-presets.ts'
import { OrdersTable, type Row } from '#web/orders/OrdersTable.tsx'
import { OrdersToolbar } from '#web/orders/OrdersToolbar.tsx'
import { type OrderColumn, type OrderSearch, orderColumns } from '#web/orders/order-search.ts'
import { useNotReady } from '#web/orders/use-not-ready.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { type PagedList, PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { useListMemory } from '#web/platform/queries/list-memory.ts'
import { useColumns } from '#web/platform/queries/use-columns.tsx'
import { isEntirelyEmpty } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { ManySellers } from '#web/product-views/ManySellers.tsx'
import type { useSellerFilter } from '#web/product-views/use-seller-filter.tsx'
import { ListTotal } from '#web/saved-views/ListTotal.tsx'
import { Button } from '#web/ui/Button.tsx'
import IconReceipt from '#web/ui/icons/IconReceipt.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Props = {
  path: '/admin/orders' | '/seller/orders'
  lead: string
  actions?: ReactNode
  /** Content between the head and the list. */
  above?: ReactNode
  seller?: ReturnType<typeof useSellerFilter> | undefined
  hint: string
  empty: string
  /** A link in the empty list. */
  next?: ReactNode
  search: OrderSearch
  go: (to: OrderSearch) => void
  list: PagedList & { data: { pages: readonly { total?: number | undefined; next: string | null }[] } | undefined }
  rows: Row[] | undefined
}

/** How old (ms) the total of a search may be: counting takes longer than a page, so it does not follow every hint. */
const pace = { staleTime: 10_000, refetchInterval: 30_000 }

/** The shared parts of the lists of admins and sellers: head, filters, rows or why there are none, and "more". */
export function OrdersScreen({ path, lead, actions, above, seller, hint, empty, next, search, go, list, rows }: Props) {
  const { pages: _, sort, hide, ...filters } = search
  const labels: Record<OrderColumn, string> = {
    buyer: t('orders.columns.buyer'),
    seller: t('fields.seller'),
    placed: t('orders.columns.placed'),
    amount: t(path === '/admin/orders' ? 'fields.total' : 'orders.columns.own'),
  }
  const columns = useColumns({
    list: path,
    columns: orderColumns.filter((column) => seller || column !== 'seller').map((value) => ({ value, label: labels[value] })),
    hide,
    change: (to) => go({ ...search, hide: to }),
  })
  const chosen = Object.values(filters).filter((value) => value !== undefined)
  const isToShip = filters.lineStatus === 'open' && chosen.length === 1
  const notReady = useNotReady()
  const clear = () => go({})
  const unmatched = seller && filters.search !== undefined ? t('orders.unmatched') : undefined
  const none = isToShip
    ? { title: t('orders.noneToShip'), action: <Button onClick={clear}>{t('orders.showAll')}</Button> }
    : { filtered: chosen.length > 0, clear, unmatched, title: t('orders.emptyTitle'), text: empty, action: next }
  const days = withDays(filters, useToday())
  const first = list.isPlaceholderData ? undefined : list.data?.pages[0]
  // A search that fills a page comes without its total, which takes longer than the page.
  const isUncounted = first !== undefined && first.total === undefined && first.next !== null
  const counted = useQuery(rpc.orders.count.queryOptions({ input: days, enabled: isUncounted, ...pace }))
  const total = isUncounted ? counted.data?.total : list.data?.pages[0]?.total
  const isEmpty = isEntirelyEmpty(list, rows, chosen.length > 0)
  useListMemory(path, search)
  return (
    <>
      <PageHeader
        title={t('titles.orders')}
        lead={lead}
        actions={
          <>
            {actions}
            {!isEmpty && <ExportLink href={`/api/orders/export.csv${stringifySearch(days)}`} />}
          </>
        }
      />
      {above}
      {!isEmpty && (
        <>
          <OrdersToolbar {...{ search, hint, seller }} change={go} />
          <ListTotal
            columns={columns}
            total={total}
            words={(values) => [t('orders.total', values), isToShip && notReady].filter(Boolean).join(', ')}
          />
        </>
      )}
      <div className="ages" aria-busy={list.isPlaceholderData}>
        <Panel flush>
          <PagedRows {...{ list, rows }} empty={{ icon: IconReceipt, ...none }} more={(pages) => go({ ...search, pages })}>
            {(orders) => (
              <OrdersTable
                rows={orders}
                shows={columns.shows}
                to={`${path}/$id`}
                sort={sort}
                onSort={(to) => go({ ...filters, sort: to })}
              />
            )}
          </PagedRows>
        </Panel>
        {rows && seller && <ManySellers search={search.search} of="orders" />}
      </div>
    </>
  )
}
