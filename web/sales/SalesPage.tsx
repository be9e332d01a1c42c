import '#web/ui/later.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { daysOf } from '#domain/day-presets.ts'
import { whyNotRange } from '#domain/sales-ranges.ts'
import type { SalesFigureName, SalesRange } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { useListSearch } from '#web/platform/queries/use-list-search.ts'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { RatioParts } from '#web/sales/RatioParts.tsx'
import { RowsLayout } from '#web/sales/RowsLayout.tsx'
import { RowsList } from '#web/sales/RowsList.tsx'
import { isRatio, type Ratio } from '#web/sales/rows-names.ts'
import { toRows } from '#web/sales/rows-of.ts'
import { SalesOverview } from '#web/sales/SalesOverview.tsx'
import type { SalesSearch } from '#web/sales/sales-search.ts'
import { stepFor } from '#web/sales/step-for.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

/** `/admin/sales` (product §5): the figures of a range, or the rows of one of them. */
export function SalesPage() {
  const [search, go] = useListSearch('/admin/sales')
  const days = daysOf(search, useToday())
  const { rows, ...rest } = search
  const goOn = (to: SalesSearch) => go({ ...to, rows })
  if (rows && isRatio(rows)) return <SalesRatio ratio={rows} search={rest} days={days} go={goOn} />
  return rows ? <SalesRows figure={rows} search={rest} days={days} go={goOn} /> : <SalesOverview {...{ search, days, go }} />
}

type Props = { ratio: Ratio; search: SalesSearch; days: SalesRange; go: (to: SalesSearch) => void }

/** The calculation of an average or a rate, of the marketplace or of one seller; the refund rate is of the marketplace only. */
function SalesRatio({ ratio, search: { range, from, to, step: asked, ...of }, days, go }: Props) {
  const seller_id = ratio === 'refundRate' ? undefined : of.seller_id
  const step = stepFor(days, asked)
  const problem = whyNotRange(days, step)
  const input = { ...days, step, seller_id }
  const query = useQuery(rpc.sales.figures.queryOptions({ input, enabled: !problem, placeholderData: keepPreviousData }))
  const chosen = { range, from, to }
  return (
    <RowsLayout
      figure={ratio}
      all={{ to: '/admin/sales', search: { ...chosen, step: asked } }}
      about={seller_id && t('sales.allOf.seller')}
      actions={<SavedViewsMenu list="/admin/sales" />}
      {...{ days, problem }}
      change={(other) => go({ ...other, step: asked, seller_id })}
    >
      <RatioParts {...{ ratio, query, days }} toRows={(name) => toRows(name, chosen, { seller_id })} />
    </RowsLayout>
  )
}

type RowsProps = { figure: SalesFigureName; search: Omit<SalesSearch, 'rows'>; days: SalesRange; go: (to: SalesSearch) => void }

/** The rows of a figure of the marketplace. */
function SalesRows({ figure, search, days, go }: RowsProps) {
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
