import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { useListMemory } from '#web/platform/queries/list-memory.ts'
import { useColumns } from '#web/platform/queries/use-columns.tsx'
import { useListSearch } from '#web/platform/queries/use-list-search.ts'
import { useNewestPages } from '#web/platform/queries/use-newest.ts'
import { isEntirelyEmpty, usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { DeleteProduct } from '#web/products/DeleteProduct.tsx'
import { ProductsTable } from '#web/products/list/ProductsTable.tsx'
import { type ProductSearch, productColumns, sortsShown, statusesShown } from '#web/products/list/product-search.ts'
import { SellerHome } from '#web/products/list/SellerHome.tsx'
import { ListTotal } from '#web/saved-views/ListTotal.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import IconPackage from '#web/ui/icons/IconPackage.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import IconUpload from '#web/ui/icons/IconUpload.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const columnsShown = productColumns.map((value) => ({ value, label: t(`products.column.${value}`) }))

/** The seller's own products (product §9). */
export function ProductsPage() {
  const { search, change } = useProductSearch()
  const { list, rows } = useProducts(search)
  const columns = useColumns({
    list: '/seller/products',
    columns: columnsShown,
    hide: search.hide,
    change: (hide) => change({ hide, pages: search.pages }),
  })
  const [deleting, setDeleting] = useState<ProductRow | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const home = useQuery(rpc.account.home.queryOptions())
  const filtered = Boolean(search.search || search.status)
  const isEmpty = isEntirelyEmpty(list, rows, filtered)
  // The focused row is gone, so the heading takes the focus.
  const deleted = useCallback(() => page.current?.querySelector('h1')?.focus(), [])
  return (
    <div ref={page}>
      <PageHeader
        title={t('titles.products')}
        actions={
          <>
            <AddLink />
            <ProductFiles search={search} isEmpty={isEmpty} />
          </>
        }
      />
      {/* Hidden until it is known what stands above: it would move the list. */}
      {isFirstLoad(home) && <Skeleton rows={6} />}
      <div hidden={isFirstLoad(home)}>
        <SellerHome />
        <ProductsToolbar search={search} change={change} />
        <ListTotal columns={columns} total={list.data?.pages[0]?.total} words={(values) => t('products.total', values)} />
        <div className="ages" aria-busy={list.isPlaceholderData}>
          <Panel flush>
            <PagedRows
              {...{ list, rows }}
              empty={{
                filtered,
                clear: () => change({ search: undefined, status: undefined }),
                icon: IconPackage,
                title: t('products.empty.title'),
                text: t('products.empty.text'),
              }}
              more={(pages) => change({ pages })}
            >
              {(products) => (
                <ProductsTable
                  shows={columns.shows}
                  rows={products}
                  sort={search.sort ?? 'newest'}
                  onSort={(sort) => change({ sort })}
                  onDelete={setDeleting}
                />
              )}
            </PagedRows>
          </Panel>
        </div>
      </div>
      <DeleteProduct product={deleting} onClose={() => setDeleting(null)} onDeleted={deleted} />
    </div>
  )
}

function AddLink() {
  return (
    <Link to="/seller/products/add" className={buttonClass('primary')}>
      <IconPlus size={16} />
      {t('titles.addProduct')}
    </Link>
  )
}

/** Links to import and export products as CSV; the export has the list's filters. */
function ProductFiles({ search: { search, status }, isEmpty }: { search: ProductSearch; isEmpty: boolean }) {
  return (
    <>
      <Link to="/seller/products/import" className={buttonClass()}>
        <IconUpload size={16} />
        {t('products.importLink')}
      </Link>
      {!isEmpty && <ExportLink href={`/api/products/export.csv${stringifySearch({ search, status })}`} />}
    </>
  )
}

type ToolbarProps = { search: ProductSearch; change: (to: Partial<ProductSearch>) => void }

/** The filters and the sort order of the list. Column heads sort too, but not by age, and cards on a narrow screen have none. */
function ProductsToolbar({ search, change }: ToolbarProps) {
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`products.status.${status}`) }))
  const sorts = sortsShown.map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))
  const { text, choice } = filtersOf(search, change)
  return (
    <Filters
      search={text(t('common.search'), t('products.searchHint'))}
      choices={[choice('status', { label: t('common.status'), all: t('common.allStatuses'), options: statuses })]}
      sort={choice('sort', { label: t('common.sortBy'), usual: 'newest', options: sorts })}
      clear={() => change({ status: undefined })}
    />
  )
}

/** The seller's own products in the state of the address, as many pages as it asks for. */
function useProducts({ search, status, sort, pages = 1 }: ProductSearch) {
  const list = usePagedQuery(rpc.products.list, { search, status, sort })
  // A new product comes first in the newest, and is missing from a list that is loaded to its end.
  const isNew = ({ created_at }: ProductRow) =>
    !list.hasNextPage || ((sort ?? 'newest') === 'newest' && created_at > (list.data?.pages[0]?.rows[0]?.created_at ?? ''))
  const rows = useNewestPages(list, pages, {
    get: rpc.products.get,
    matches: (row) => status === undefined || row.status === status,
    isFirst: (product) => !search && isNew(product),
  })
  return { list, rows }
}

/** Reads and changes the list's state in the address. A filter or sort order goes back to the first page. */
function useProductSearch() {
  const [search, go] = useListSearch('/seller/products')
  useListMemory('/seller/products', search)
  const change = (to: Partial<ProductSearch>) => go({ ...search, pages: undefined, ...to })
  return { search, change }
}
