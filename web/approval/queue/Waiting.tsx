import type { BulkNoun } from '#domain/bulk-decision.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { shownCount } from '#web/ui/shown-count.ts'

type Props = {
  noun: BulkNoun
  /** Undefined until it is known. */
  waiting: number | undefined
  sending: number
}

/** How many wait in all, whatever the list below shows; live, and without those that are being decided here. */
export function Waiting({ noun, waiting, sending }: Props) {
  // Its line is there from the beginning, so that the list below does not move under the pointer.
  if (waiting === undefined) return <span>{'\u00a0'}</span>
  const pending = waiting > 999 ? waiting : Math.max(0, waiting - sending)
  return (
    <span>{pending === 0 ? t('approval.waitingNone') : t(`approval.waiting.${noun}`, { count: pending, shown: shownCount(pending) })}</span>
  )
}
