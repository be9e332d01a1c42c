import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import css from '#web/products/list/ProductsTable.module.css'
import type { ProductSort } from '#web/products/list/product-search.ts'
import { MoveProduct, whyNotRestored } from '#web/products/MoveProduct.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'

/** The product itself, with the date of a list that is sorted by dates, and why it was rejected or cannot be restored. */
export function ProductCell({ row, sort }: { row: ProductRow; sort: ProductSort }) {
  const notRestorable = whyNotRestored(row)
  return (
    <>
      <Cover image={row.images[0]} />
      <div className={css.words}>
        <div className="strong breaks inherits">
          <Link to="/seller/products/$id" params={{ id: row.id }} className="opens-row">
            {row.title}
          </Link>
        </div>
        <div className="aside breaks">
          <Dotted>
            {row.category}
            {row.sku}
            {sort === 'updated' ? (
              <span className="nowrap">
                {t('products.column.updated')} <Ago at={row.updated_at} />
              </span>
            ) : (
              <span className="nowrap">
                {t('fields.created')} <Day at={row.created_at} />
              </span>
            )}
          </Dotted>
        </div>
        {row.status === 'rejected' && row.rejectionReason && <Reason text={row.rejectionReason} />}
        {notRestorable && <div className="aside">{notRestorable}</div>}
      </div>
    </>
  )
}

/** What its seller can do with it. */
export const Actions = ({ row, onDelete }: { row: ProductRow; onDelete: (row: ProductRow) => void }) => (
  <>
    <Link to="/seller/products/edit/$id" params={{ id: row.id }} className={buttonClass(row.status === 'rejected' ? 'primary' : 'plain')}>
      {t('products.actions.edit')}
    </Link>
    <MoveProduct product={row} />
    <Button look="quiet" onClick={() => onDelete(row)}>
      {t('products.actions.delete')}
    </Button>
  </>
)

/** Its status and since when it has it, and what waits. */
export function StatusCell({ row }: { row: ProductRow }) {
  const first = useRef(row.status)
  return (
    // A status that changes while it is shown is highlighted once.
    <span key={row.status} className={`${css.status} tag-words holds`} data-changed={row.status !== first.current || undefined}>
      <StatusTag status={row.status} />
      <span className="aside nowrap">
        <Ago at={row.updatedAt} />
      </span>
      {row.editRequestId !== null && <span className={css.unfinished}>{t('products.waits.row')}</span>}
      {row.editRequestId === null && row.refusedChange && (
        <span className={`small ${row.refusedChange === 'rejected' ? 'bad' : 'fair'}`}>
          {t(`editRequests.status.${row.refusedChange}`)}
        </span>
      )}
      {row.unfinished && (
        <span className={css.unfinished} title={t('products.unfinishedHint')}>
          {t('products.unfinished')}
        </span>
      )}
    </span>
  )
}

function Reason({ text }: { text: string }) {
  return (
    <div className="as-written refusal">
      <span className="visually-hidden">{t('products.reason')}: </span>
      <span>{text}</span>
    </div>
  )
}

/** That there is no value, in words for screen readers. */
export function Missing({ text }: { text: string }) {
  return (
    <span className="muted">
      <span aria-hidden>–</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
