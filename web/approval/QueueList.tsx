import { type MouseEvent, memo } from 'react'
import type { ProductRow } from '#contract/products.ts'
import css from '#web/approval/QueueList.module.css'
import type { QueueState } from '#web/approval/use-queue-search.ts'
import { t } from '#web/messages/messages.ts'
import { Cover } from '#web/products/Cover.tsx'
import { useMoney } from '#web/products/use-money.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = { rows: readonly ProductRow[]; queue: QueueState; onOpen: (id: string) => void }

/** The queue: plain links, so that two hundred of them stay quick and each opens in a tab of its own too. */
export function QueueList({ rows, queue, onOpen }: Props) {
  const money = useMoney()
  return (
    <ul className={css.list} aria-label={t('approval.list')}>
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          price={row.price === null ? null : money(row.price)}
          href={queue.addressOf(row.id)}
          isOpen={row.id === queue.search.product}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}

type RowProps = { row: ProductRow; price: string | null; href: string; isOpen: boolean; onOpen: (id: string) => void }

/** Drawn anew only when it changed: going on in the queue touches two rows, not all. */
const Row = memo(function Row({ row, price, href, isOpen, onOpen }: RowProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(row.id)
  }
  return (
    <li>
      <a className={css.row} href={href} aria-current={isOpen ? 'true' : undefined} data-id={row.id} onClick={open}>
        <Cover image={row.images[0]} />
        <span className={css.words}>
          <span className={css.title}>{row.title}</span>
          <span className={css.line}>
            <span className={css.seller}>{row.sellerName ?? t('approval.noSeller')}</span>
            <Ago at={momentOf(row)} />
          </span>
          <span className={css.line}>
            <span className={css.seller}>{[price, row.category].filter(Boolean).join(' · ')}</span>
            {/* A pending product keeps its last reason: that is how a further attempt is known here. */}
            {row.status === 'pending' && row.rejectionReason !== null && (
              <span title={t('approval.againHint')}>
                <Tag tone="amber">{t('approval.again')}</Tag>
              </span>
            )}
          </span>
        </span>
      </a>
    </li>
  )
})

/** Since when it waits, or when it came to where it is. */
const momentOf = ({ status, submittedAt, updatedAt }: ProductRow) => (status === 'pending' ? (submittedAt ?? updatedAt) : updatedAt)
