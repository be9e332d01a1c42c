import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SalesFigures } from '#domain/sales.ts'
import type { SalesFigureName, SalesRange } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import figures from '#web/sales/Figures.module.css'
import { ratios, shownValueOf } from '#web/sales/figures.ts'
import css from '#web/sales/RatioParts.module.css'
import type { Ratio } from '#web/sales/rows-names.ts'
import type { To } from '#web/sales/rows-of.ts'
import sales from '#web/sales/Sales.module.css'
import { useFigureText } from '#web/sales/use-figure-text.ts'
import { daySpan } from '#web/ui/calendar.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Props = {
  ratio: Ratio
  query: UseQueryResult<{ totals: Partial<SalesFigures> }>
  days: SalesRange
  /** The link to the rows of a part. */
  toRows: (name: SalesFigureName) => To
}

/** A figure without rows of its own: its dividend and divisor, each linked to its rows. */
export function RatioParts({ ratio, query, days, toRows }: Props) {
  const text = useFigureText()
  const { of, by, none } = ratios[ratio]
  return (
    <div className={`${sales.sections} stack unbroken ages`} data-stale={query.isPlaceholderData} aria-busy={query.isPlaceholderData}>
      <Panel title={daySpan(days.from, days.to)}>
        <DataState query={query} loading={<Skeleton rows={2} />}>
          {({ totals }) => {
            const value = shownValueOf(ratio, totals)
            const part = (name: SalesFigureName) => (
              <p className={`${css.part} stack gap-2`}>
                <Link {...toRows(name)} className={`${css.value} large-number ${figures.link} ink`}>
                  {text(name, totals[name] ?? 0)}
                </Link>{' '}
                <span className="aside">{t(`sales.figures.${name}`)}</span>
              </p>
            )
            return (
              <div className={`${css.parts} row`}>
                {part(of)}
                <Sign word={t('sales.ratio.by')}>÷</Sign>
                {part(by)}
                <Sign word={t('sales.ratio.is')}>=</Sign>
                <p className={`${css.part} stack gap-2`}>
                  <strong className={`${css.value} large-number`}>{value === null ? '–' : text(ratio, value)}</strong>{' '}
                  <span className="aside">{t(`sales.figures.${ratio}`)}</span>
                  {typeof totals[ratio] !== 'number' && <span className="aside">{none}</span>}
                </p>
              </div>
            )
          }}
        </DataState>
      </Panel>
    </div>
  )
}

const Sign = ({ word, children }: { word: string; children: string }) => (
  <p className={css.sign}>
    <span aria-hidden>{children}</span>
    <span className="visually-hidden">{word}</span>
  </p>
)
