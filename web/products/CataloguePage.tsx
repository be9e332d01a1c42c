import '#web/ui/later.css'
import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { useListMemory } from '#web/platform/queries/list-memory.ts'
import { useColumns } from '#web/platform/queries/use-columns.tsx'
import { useListSearch } from '#web/platform/queries/use-list-search.ts'
import { useNewestPages } from '#web/platform/queries/use-newest.ts'
import { isEntirelyEmpty, usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { ManySellers } from '#web/product-views/ManySellers.tsx'
import { CatalogueFilters } from '#web/products/catalogue/CatalogueFilters.tsx'
import { CatalogueTable } from '#web/products/catalogue/CatalogueTable.tsx'
import { type CatalogueColumn, type CatalogueSearch, catalogueColumns } from '#web/products/catalogue/catalogue-search.ts'
import { ListTotal } from '#web/saved-views/ListTotal.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import IconPackage from '#web/ui/icons/IconPackage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const labels: Record<CatalogueColumn, string> = {
  seller: t('fields.seller'),
  price: t('products.column.price'),
  stock: t('products.column.stock'),
  created: t('fields.created'),
}
const columnsShown = catalogueColumns.map((value) => ({ value, label: labels[value] }))

/** `/admin/products` (product §3): every product of the marketplace. */
export function CataloguePage() {
  const [search, change] = useListSearch('/admin/products')
  useListMemory('/admin/products', search)
  const { pages = 1, sort, hide, ...filters } = search
  const list = usePagedQuery(rpc.products.catalogue, { ...filters, sort })
  const { status } = filters
  const rows = useNewestPages(list, pages, {
    get: rpc.products.get,
    matches: (row) => status === undefined || row.status === status,
  })
  const go = (to: CatalogueSearch) => change({ hide, ...to })
  const columns = useColumns({ list: '/admin/products', columns: columnsShown, hide, change: (to) => go({ ...search, hide: to }) })
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const isEmpty = isEntirelyEmpty(list, rows, filtered)
  return (
    <>
      <PageHeader
        title={t('titles.products')}
        lead={t('catalogue.lead')}
        actions={!isEmpty && <ExportLink href={`/api/products/export.csv${stringifySearch(filters)}`} />}
      />
      <CatalogueFilters search={search} change={(to) => go({ ...filters, sort, ...to })} />
      {!isEmpty && <ListTotal columns={columns} total={list.data?.pages[0]?.total} words={(values) => t('products.total', values)} />}
      <div className="ages" aria-busy={list.isPlaceholderData}>
        <Panel flush>
          <PagedRows
            {...{ list, rows }}
            empty={{
              filtered,
              clear: () => go({ sort }),
              icon: IconPackage,
              title: t('products.empty.title'),
              text: t('catalogue.emptyText'),
              action: (
                <Link to="/admin/user-management" className={buttonClass()}>
                  {t('dashboard.first.sellers')}
                </Link>
              ),
            }}
            more={(shown) => go({ ...search, pages: shown })}
          >
            {(products) => (
              <CatalogueTable shows={columns.shows} rows={products} sort={sort ?? 'newest'} onSort={(to) => go({ ...filters, sort: to })} />
            )}
          </PagedRows>
        </Panel>
        {rows && <ManySellers search={filters.search} of="products" />}
      </div>
    </>
  )
}
