import type { MouseEvent } from 'react'
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
  const open = (id: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <ul className={css.list} aria-label={t('approval.list')}>
      {rows.map((row) => (
        <li key={row.id}>
          <a
            className={css.row}
            href={queue.addressOf(row.id)}
            aria-current={row.id === queue.search.product ? 'true' : undefined}
            data-id={row.id}
            onClick={open(row.id)}
          >
            <Cover image={row.images[0]} />
            <span className={css.words}>
              <span className={css.title}>{row.title}</span>
              <span className={css.line}>
                <span className={css.seller}>{row.sellerName ?? t('approval.noSeller')}</span>
                <Ago at={momentOf(row)} />
              </span>
              <span className={css.line}>
                <span className={css.seller}>
                  {[row.price === null ? null : money(row.price), row.category].filter(Boolean).join(' · ')}
                </span>
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
      ))}
    </ul>
  )
}

/** Since when it waits, or when it came to where it is. */
const momentOf = ({ status, submittedAt, updatedAt }: ProductRow) => (status === 'pending' ? (submittedAt ?? updatedAt) : updatedAt)
