import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Chosen, daysOf } from '#domain/day-presets.ts'
import { whyNotRange } from '#domain/sales-ranges.ts'
import type { OwnSalesFigureName, SalesRange, SalesStep } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { readOwnSales, writeOwnSales } from '#web/sales/own-search.ts'
import { RatioParts } from '#web/sales/RatioParts.tsx'
import { RowsLayout } from '#web/sales/RowsLayout.tsx'
import { RowsList } from '#web/sales/RowsList.tsx'
import { isRatio, type OwnRowsName, type Ratio } from '#web/sales/rows-names.ts'
import { toOwnRows } from '#web/sales/rows-of.ts'
import { stepFor } from '#web/sales/step-for.ts'

type Place = { sales?: string | undefined; sold?: string | undefined; pages?: number | undefined }
type Props = Place & { rows: OwnRowsName; go: (to: Place) => void }

/** The rows behind a seller's own figure, only their own lines, or the calculation of a ratio (product §5). */
export default function OwnSalesRows({ rows, sales, sold, pages, go }: Props) {
  const range = readOwnSales(sales)
  const days = daysOf(range, useToday())
  const step = stepFor(days)
  const problem = whyNotRange(days, step)
  return (
    <RowsLayout
      figure={rows}
      all={{ to: '/seller/orders', search: { sales: writeOwnSales(range) } }}
      about={sold && t('sales.allOf.product')}
      actions={
        !problem &&
        !isRatio(rows) && <ExportLink href={`/api/sales/own-rows.csv${stringifySearch({ figure: rows, ...days, product_id: sold })}`} />
      }
      {...{ days, problem }}
      change={(to) => go({ sales: writeOwnSales(to), sold })}
    >
      {isRatio(rows) ? (
        <OwnRatio ratio={rows} {...{ days, range, step }} />
      ) : (
        <Rows figure={rows} {...{ days, sold, pages }} more={(count) => go({ sales: writeOwnSales(range), sold, pages: count })} />
      )}
    </RowsLayout>
  )
}

function OwnRatio({ ratio, days, range, step }: { ratio: Ratio; days: SalesRange; range: Chosen; step: SalesStep }) {
  const query = useQuery(rpc.sales.own.queryOptions({ input: { ...days, step }, placeholderData: keepPreviousData }))
  return <RatioParts {...{ ratio, query, days }} toRows={(name) => toOwnRows(name, range)} />
}

type RowsProps = { figure: OwnSalesFigureName; days: SalesRange; more: (pages: number) => void } & Pick<Place, 'sold' | 'pages'>

function Rows({ figure, days, sold, pages = 1, more }: RowsProps) {
  const list = usePagedQuery(rpc.sales.ownRows, { figure, ...days, product_id: sold })
  return <RowsList {...{ figure, days, list, pages, more }} order="/seller/orders/$id" />
}
