import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { type InfiniteData, keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SalesRow } from '#domain/sales.ts'
import { type SalesFigureName, type SalesRange, whyNotRange } from '#domain/sales-rules.ts'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { stringifySearch } from '#web/app/search-params.ts'
import { usePages } from '#web/app/use-pages.ts'
import { t } from '#web/messages/messages.ts'
import { useMoney } from '#web/products/use-money.ts'
import { shownNumber } from '#web/sales/figures.ts'
import css from '#web/sales/Sales.module.css'
import { SalesRowsTable } from '#web/sales/SalesRowsTable.tsx'
import { SalesToolbar } from '#web/sales/SalesToolbar.tsx'
import type { SalesSearch } from '#web/sales/sales-search.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import back from '#web/ui/back.module.css'
import { daySpan } from '#web/ui/calendar.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { More } from '#web/ui/More.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Props = { figure: SalesFigureName; search: Omit<SalesSearch, 'rows'>; days: SalesRange; go: (to: SalesSearch) => void }

/** The rows that a figure consists of, with their sum: the figure itself. */
export function SalesRows({ figure, search, days, go }: Props) {
  const { pages = 1, range, from, to, step, ...of } = search
  const { product_id, seller_id, category = of.without && '' } = of
  const problem = whyNotRange(days)
  const asked = { figure, ...days, product_id, seller_id, category }
  const list = useInfiniteQuery(
    rpc.sales.rows.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...asked, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      enabled: !problem,
      placeholderData: keepPreviousData,
    }),
  )
  const rows = usePages(list, pages)
  return (
    <div className={css.report}>
      <Link to="/admin/sales" search={{ range, from, to, step }} className={back.back}>
        <IconArrowLeft size={16} aria-hidden />
        {t('sales.back')}
      </Link>
      <PageHeader
        title={t(`sales.rows.${figure}.title`)}
        lead={
          <>
            {t(`sales.rows.${figure}.text`)} <Of search={of} />
          </>
        }
        actions={
          <a href={`/api/sales/rows.csv${stringifySearch(asked)}${category === '' ? '&category=' : ''}`} download className={buttonClass()}>
            <IconDownload size={16} aria-hidden />
            {t('sales.exportLink')}
          </a>
        }
      />
      <SalesToolbar chosen={search} days={days} change={(to) => go({ ...to, step, ...of })} />
      {problem ? <Note tone="bad">{problem.message}</Note> : <List {...{ figure, days, list, rows, search, go }} />}
      {rows && rows.length > 0 && (
        <p className={css.count} aria-live="polite">
          {t(list.hasNextPage ? 'sales.shownRowsSoFar' : 'sales.shownRows', { count: rows.length, shown: shownNumber(rows.length) })}
        </p>
      )}
    </div>
  )
}

type ListProps = Props & { list: UseInfiniteQueryResult<InfiniteData<Page>>; rows: Page['rows'] | undefined }
type Page = { rows: SalesRow[]; next: string | null; sum: number }

function List({ figure, days, list, rows, search, go }: ListProps) {
  return (
    <div className={css.sections} data-stale={list.isPlaceholderData} aria-busy={list.isPlaceholderData}>
      <Panel flush title={daySpan(days.from, days.to)} actions={<Sum figure={figure} sum={list.data?.pages[0]?.sum} />}>
        <DataState query={{ ...list, data: rows }}>
          {(shown) =>
            shown.length > 0 ? (
              <SalesRowsTable rows={shown} figure={figure} />
            ) : (
              <EmptyState title={t('sales.rowsNone')} text={t('sales.rowsNoneText')} />
            )
          }
        </DataState>
        <More list={list} onMore={() => go({ ...search, pages: (list.data?.pages.length ?? 1) + 1 })} />
      </Panel>
    </div>
  )
}

/** Of what alone the rows are shown; the rows name it. */
function Of({ search: { product_id, seller_id, category, without } }: { search: SalesSearch }) {
  if (product_id) return t('sales.allOf.product')
  if (seller_id) return t('sales.allOf.seller')
  if (without) return t('sales.allOf.noCategory')
  return category ? t('sales.allOf.category', { name: category }) : null
}

/** What of a figure is no money: how many rows it has, or how many pieces they are. */
const notMoney: Partial<Record<SalesFigureName, 'sales.count' | 'sales.columns.units'>> = {
  ...{ orders: 'sales.count', linesPlaced: 'sales.count', linesCancelled: 'sales.count', units: 'sales.columns.units' },
}

function Sum({ figure, sum }: { figure: SalesFigureName; sum: number | undefined }) {
  const money = useMoney()
  if (sum === undefined) return null
  return (
    <p className={css.sum}>
      {t(notMoney[figure] ?? 'sales.sum')} <strong>{notMoney[figure] ? shownNumber(sum) : money(sum)}</strong>
    </p>
  )
}
