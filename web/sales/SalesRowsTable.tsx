import { Link } from '@tanstack/react-router'
import type { SalesRow } from '#domain/sales.ts'
import type { SalesFigureName } from '#domain/sales-rules.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { shownNumber } from '#web/sales/figures.ts'
import css from '#web/sales/Sales.module.css'
import { RowsTable } from '#web/ui/Table.tsx'
import { longTime, momentIn } from '#web/ui/time.ts'

/** The order page for the viewer's role. */
export type OrderPage = '/admin/orders/$id' | '/seller/orders/$id'
type Props = { rows: readonly SalesRow[]; figure: SalesFigureName; order: OrderPage }

/** Rows of the ledger, each linked to its order. */
export function SalesRowsTable({ rows, figure, order }: Props) {
  const money = useMoney()
  const { timeZone } = useMarketplace()
  const units = figure === 'units'
  // Rows of whole orders leave these columns empty.
  const ofLines = rows.some(({ title, category }) => title !== null || category !== null)
  const forAdmins = order === '/admin/orders/$id'
  return (
    <RowsTable
      className={css.rows}
      rows={rows}
      columns={[
        {
          label: t('orders.columns.number'),
          className: 'strong nowrap',
          bare: true,
          cell: ({ orderId, orderNumber }) => (
            <Link to={order} params={{ id: orderId }} className="opens-row">
              {t('orders.called', { number: orderNumber })}
            </Link>
          ),
        },
        ofLines && {
          label: t('sales.columns.what'),
          className: `${css.what} full`,
          bare: true,
          cell: ({ title, seller, category }) => (
            <>
              {title && <bdi>{title}</bdi>}
              <span className="block aside regular">
                <Dotted>
                  {forAdmins && seller && <PersonLine of={seller} />}
                  {category || null}
                </Dotted>
              </span>
            </>
          ),
        },
        { label: t('sales.columns.kind'), cell: ({ kind }) => t(`sales.kinds.${kind}`) },
        {
          label: t('common.when'),
          // Shows the day that the figure counts, whatever the reader's time zone.
          cell: ({ at }) => (
            <time dateTime={at} title={longTime(at)}>
              {momentIn(at, timeZone)}
            </time>
          ),
        },
        {
          label: t(units ? 'sales.figures.units' : 'fields.amount'),
          kind: 'number',
          cell: (row) => (units ? shownNumber(row.units) : money(row.amount)),
        },
      ]}
    />
  )
}
