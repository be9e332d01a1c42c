import type { MouseEvent } from 'react'
import type { ProductRow } from '#contract/products.ts'
import css from '#web/approval/QueueList.module.css'
import { t } from '#web/messages/messages.ts'
import { Cover } from '#web/products/Cover.tsx'
import { useMoney } from '#web/products/use-money.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = {
  row: ProductRow
  address: string
  isOpen: boolean
  /** Null where there is nothing to tick. */
  isTicked: boolean | null
  /** A bulk decision holds it. */
  isHeld: boolean
  /** It is ticked, and is not any more what it was then. */
  hasChanged: boolean
  onOpen: (id: string, event: MouseEvent) => void
  onTick: (id: string, extend: boolean) => void
}

/** Where it stands why a held row cannot be ticked. */
export const heldWhy = 'held-why'

/** One product of the queue: a box to tick, and a link that opens it. */
export function QueueRow({ row, address, isOpen, isTicked, isHeld, hasChanged, onOpen, onTick }: Props) {
  const money = useMoney()
  return (
    <li className={css.item} data-open={isOpen || undefined}>
      {isTicked !== null && (
        <label className={css.tick} title={isHeld ? t('approval.bulk.isHeld') : undefined}>
          <input
            type="checkbox"
            aria-label={t('approval.bulk.select', { title: row.title })}
            checked={isTicked}
            disabled={isHeld}
            aria-describedby={isHeld ? heldWhy : undefined}
            onChange={({ nativeEvent }) => onTick(row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </label>
      )}
      <a
        className={css.row}
        href={address}
        aria-current={isOpen ? 'true' : undefined}
        data-id={row.id}
        onClick={(event) => onOpen(row.id, event)}
      >
        <Cover image={row.images[0]} />
        <span className={css.words}>
          <span className={css.title}>{row.title}</span>
          <span className={css.line}>
            <span className={css.seller}>{row.sellerName ?? t('approval.noSeller')}</span>
            <Ago at={momentOf(row)} />
          </span>
          <span className={css.line}>
            <span className={css.seller}>{[row.price === null ? null : money(row.price), row.category].filter(Boolean).join(' · ')}</span>
            <Mark row={row} isHeld={isHeld} hasChanged={hasChanged} />
          </span>
        </span>
      </a>
    </li>
  )
}

/** What is special about a row, in a word. */
function Mark({ row, isHeld, hasChanged }: Pick<Props, 'row' | 'isHeld' | 'hasChanged'>) {
  if (isHeld) return <Tag tone="blue">{t('approval.bulk.deciding')}</Tag>
  if (hasChanged) {
    return (
      <span title={t('approval.bulk.changedHint')}>
        <Tag tone="amber">{t('approval.bulk.changedTag')}</Tag>
      </span>
    )
  }
  // A pending product keeps its last reason: that is how a further attempt is known here.
  if (row.status !== 'pending' || row.rejectionReason === null) return null
  return (
    <span title={t('approval.againHint')}>
      <Tag tone="amber">{t('approval.againTag')}</Tag>
    </span>
  )
}

/** Since when it waits, or when it came to where it is. */
const momentOf = ({ status, submittedAt, updatedAt }: ProductRow) => (status === 'pending' ? (submittedAt ?? updatedAt) : updatedAt)
