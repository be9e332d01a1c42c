import type { MouseEvent } from 'react'
import type { ProductImage } from '#domain/image.ts'
import css from '#web/approval/queue/QueueList.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** What a row of a queue shows. */
export type QueueEntry = {
  id: string
  title: string
  cover: ProductImage | undefined
  seller: string
  /** Since when it waits, or when it came to where it is. */
  at: string
  about: string
  /** What is special about it, in a word, and what that means. */
  mark?: { text: string; hint?: string | undefined } | undefined
}

type Props = {
  entry: QueueEntry
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

/** One row of the queue: a box to tick, and a link that opens it. */
export function QueueRow({ entry, address, isOpen, isTicked, isHeld, hasChanged, onOpen, onTick }: Props) {
  const { id, title, cover, seller, at, about } = entry
  return (
    <li className={css.item} data-open={isOpen || undefined}>
      {isTicked !== null && (
        <label className={css.tick} title={isHeld ? t('approval.bulk.isHeld') : undefined}>
          <input
            type="checkbox"
            aria-label={t('approval.bulk.select', { title })}
            checked={isTicked}
            disabled={isHeld}
            aria-describedby={isHeld ? heldWhy : undefined}
            onChange={({ nativeEvent }) => onTick(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </label>
      )}
      <a className={css.row} href={address} aria-current={isOpen ? 'true' : undefined} data-id={id} onClick={(event) => onOpen(id, event)}>
        <Cover image={cover} />
        <span className={css.words}>
          <span className={css.title}>{title}</span>
          <span className={css.line}>
            <span className={css.seller}>{seller}</span>
            <Ago at={at} />
          </span>
          <span className={css.line}>
            <span className={css.seller}>{about}</span>
            <Mark mark={entry.mark} isHeld={isHeld} hasChanged={hasChanged} />
          </span>
        </span>
      </a>
    </li>
  )
}

/** What is special about a row, in a word. */
function Mark({ mark, isHeld, hasChanged }: Pick<QueueEntry, 'mark'> & Pick<Props, 'isHeld' | 'hasChanged'>) {
  if (isHeld) return <Tag tone="blue">{t('approval.bulk.deciding')}</Tag>
  if (hasChanged) {
    return (
      <span title={t('approval.bulk.changedHint')}>
        <Tag tone="amber">{t('approval.bulk.changedTag')}</Tag>
      </span>
    )
  }
  if (!mark) return null
  return (
    <span title={mark.hint}>
      <Tag tone="amber">{mark.text}</Tag>
    </span>
  )
}
