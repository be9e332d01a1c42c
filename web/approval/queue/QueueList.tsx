import { type MouseEvent, memo, useRef } from 'react'
import { type QueueEntry, QueueRow, whyNotSelectableId } from '#web/approval/queue/QueueRow.tsx'
import type { Triage } from '#web/approval/queue/use-triage.ts'
import { t } from '#web/platform/i18n/messages.ts'

type Props = {
  label: string
  entries: readonly QueueEntry[]
  triage: Pick<Triage, 'opened' | 'open' | 'inBulk' | 'canDecide' | 'selection'>
  /** The address of the list without an opened item, and the search parameter that names the opened one. */
  address: string
  param: string
}

/** A row that moved up is a new object with the same content. */
const looksTheSame = (one: QueueEntry, other: QueueEntry) => one === other || JSON.stringify(one) === JSON.stringify(other)

const Row = memo(QueueRow, ({ entry, ...one }, { entry: otherEntry, ...other }) => {
  const names = Object.keys(other) as (keyof typeof other)[]
  return names.every((name) => one[name] === other[name]) && looksTheSame(entry, otherEntry)
})

/** The queue as plain links: hundreds stay fast, and each opens in its own tab too. */
export function QueueList({ label, entries, triage: { opened, open, inBulk, canDecide, selection }, address, param }: Props) {
  const ticked = useRef<string | null>(null)
  // Stable callbacks: the rows do not render again at each step through the list.
  const latest = useRef({ open, selection })
  latest.current = { open, selection }
  const { current: acts } = useRef({
    open: (id: string, event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      latest.current.open(id)
    },
    tick: (id: string, extend: boolean) => {
      const { selection: now } = latest.current
      if (extend && ticked.current && now.ticks.has(ticked.current)) now.extend(ticked.current, id)
      else now.toggle(id)
      ticked.current = id
    },
  })
  const here = `${address}${address.includes('?') ? '&' : '?'}${param}=`
  return (
    <>
      <p id={whyNotSelectableId} hidden>
        {t('approval.bulk.isInBulk')}
      </p>
      <ul className="list ruled sized" aria-label={label}>
        {entries.map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            address={`${here}${encodeURIComponent(entry.id)}`}
            isOpen={entry.id === opened}
            isTicked={canDecide ? selection.ticks.has(entry.id) && !inBulk.has(entry.id) : null}
            isInBulk={inBulk.has(entry.id)}
            hasChanged={canDecide && selection.changed.has(entry.id)}
            isUnshown={canDecide && selection.unshown.has(entry.id)}
            onOpen={acts.open}
            onTick={acts.tick}
          />
        ))}
      </ul>
    </>
  )
}
