import type { MouseEvent } from 'react'
import type { ProductImage } from '#domain/image.ts'
import type { Person } from '#domain/person.ts'
import css from '#web/approval/queue/QueueList.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { Cover } from '#web/product-views/Cover.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** The content of one row of a queue. */
export type QueueEntry = {
  id: string
  title: string
  cover: ProductImage | undefined
  /** Null without an owner. */
  seller: Person | null
  /** When it was submitted or last changed its status. */
  at: string
  about: string
  /** A tag for what is special about it, with an explanation. */
  mark?: { text: string; hint?: string | undefined } | undefined
}

type Props = {
  entry: QueueEntry
  address: string
  isOpen: boolean
  /** Null where nothing can be selected. */
  isTicked: boolean | null
  /** It is part of a bulk decision. */
  isInBulk: boolean
  /** It is selected and has changed since. */
  hasChanged: boolean
  /** It is selected, and has to be opened before it can be approved. */
  isUnshown: boolean
  onOpen: (id: string, event: MouseEvent) => void
  onTick: (id: string, extend: boolean) => void
}

/** The id of the element that says why a row in a bulk decision cannot be selected. */
export const whyNotSelectableId = 'held-why'

/** One row of the queue: a checkbox, and a link that opens the item. */
export function QueueRow({ entry, address, isOpen, isTicked, isInBulk, hasChanged, isUnshown, onOpen, onTick }: Props) {
  const { id, title, cover, seller, at, about } = entry
  return (
    <li className={`${css.item} tints`} data-open={isOpen || undefined}>
      {isTicked !== null && (
        <label className={`${css.tick} middle fixed`} title={isInBulk ? t('approval.bulk.isInBulk') : undefined}>
          <input
            className="check"
            type="checkbox"
            aria-label={t('approval.bulk.select', { title })}
            checked={isTicked}
            disabled={isInBulk}
            aria-describedby={isInBulk ? whyNotSelectableId : undefined}
            onChange={({ nativeEvent }) => onTick(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </label>
      )}
      <a
        className={`${css.row} grow ring-inside plain-link`}
        href={address}
        aria-current={isOpen ? 'true' : undefined}
        data-id={id}
        onClick={(event) => onOpen(id, event)}
      >
        <Cover image={cover} />
        <span className={`${css.words} grow`}>
          <span className="strong block ellipsis" dir="auto" title={title}>
            {title}
          </span>
          <span className={`${css.line} line gap-12 aside`}>
            <span className="grow ellipsis">{seller ? <PersonLine of={seller} /> : t('approval.noSeller')}</span>
            <Mark mark={entry.mark} {...{ isInBulk, hasChanged, isUnshown }} />
          </span>
          <span className={`${css.line} line gap-12 aside`}>
            <span className="grow ellipsis">{about}</span>
            <span className="ellipsis">
              <Ago at={at} />
            </span>
          </span>
        </span>
      </a>
    </li>
  )
}

/** The tag of a row. */
function Mark({ mark, isInBulk, hasChanged, isUnshown }: Pick<QueueEntry, 'mark'> & Pick<Props, 'isInBulk' | 'hasChanged' | 'isUnshown'>) {
  const shown: QueueEntry['mark'] = isInBulk
    ? { text: t('approval.bulk.deciding') }
    : hasChanged
      ? { text: t('approval.bulk.changedTag'), hint: t('approval.bulk.changedHint') }
      : isUnshown
        ? { text: t('approval.bulk.notShownTag') }
        : mark
  return (
    shown && (
      <span className={css.mark} title={shown.hint}>
        <Tag tone={isInBulk ? 'blue' : 'amber'}>{shown.text}</Tag>
      </span>
    )
  )
}
