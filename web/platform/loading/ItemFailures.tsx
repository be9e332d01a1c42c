import { t } from '#web/platform/i18n/messages.ts'
import type { Failures } from '#web/platform/queries/each-item.ts'
import { Note } from '#web/ui/Note.tsx'

type Props = { failures: Failures | null; nameOf: (id: string) => string }

/** The result of a bulk action for each item that failed, which stays selected. */
export function ItemFailures({ failures, nameOf }: Props) {
  if (!failures || failures.size === 0) return null
  return (
    <Note tone="bad">
      <p>{t('common.select.failed', { count: failures.size })}</p>
      <ul>
        {[...failures].map(([id, message]) => (
          <li key={id}>
            <b>{nameOf(id)}</b>: {message}
          </li>
        ))}
      </ul>
    </Note>
  )
}
