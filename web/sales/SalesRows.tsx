import { type SalesFigureName, type SalesRange, whyNotRange } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { RowsLayout } from '#web/sales/RowsLayout.tsx'
import { RowsList } from '#web/sales/RowsList.tsx'
import type { SalesSearch } from '#web/sales/sales-search.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

type Props = { figure: SalesFigureName; search: Omit<SalesSearch, 'rows'>; days: SalesRange; go: (to: SalesSearch) => void }

/** The rows of a figure of the marketplace. */
export function SalesRows({ figure, search, days, go }: Props) {
  const { pages = 1, range, from, to, step, ...of } = search
  const { product_id, seller_id, category = of.without && '' } = of
  const problem = whyNotRange(days)
  const asked = { figure, ...days, product_id, seller_id, category }
  const list = usePagedQuery(rpc.sales.rows, asked, !problem)
  const more = (count: number) => go({ ...search, pages: count })
  return (
    <RowsLayout
      figure={figure}
      all={{ to: '/admin/sales', search: { range, from, to, step } }}
      about={<Of search={of} />}
      actions={
        !problem && (
          <>
            <SavedViewsMenu list="/admin/sales" />
            <ExportLink href={`/api/sales/rows.csv${stringifySearch(asked)}${category === '' ? '&category=' : ''}`} />
          </>
        )
      }
      {...{ days, problem }}
      change={(chosen) => go({ ...chosen, step, ...of })}
    >
      <RowsList {...{ figure, days, list, pages, more }} order="/admin/orders/$id" />
    </RowsLayout>
  )
}

/** The product, seller or category that the rows are filtered by; the rows name it. */
function Of({ search: { product_id, seller_id, category, without } }: { search: SalesSearch }) {
  if (product_id) return t('sales.allOf.product')
  if (seller_id) return t('sales.allOf.seller')
  if (without) return t('sales.allOf.noCategory')
  return category ? t('sales.allOf.category', { name: category }) : null
}
