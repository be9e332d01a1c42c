import { useQueryClient } from '@tanstack/react-query'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { errors } from '#domain/errors.ts'
import { dismissRefusal, type Refusal } from '#web/approval/decisions.ts'
import css from '#web/approval/queue/QueuePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { useOnline } from '#web/platform/use-online.ts'
import { Button } from '#web/ui/Button.tsx'
import { CloseButton } from '#web/ui/CloseButton.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = { noun: BulkNoun; refusals: readonly Refusal[]; onOpen: (id: string) => void }

/** Refused decisions, each with its reason and a button that opens the item again. They stay until they are closed. */
export function Refusals({ noun, refusals, onOpen }: Props) {
  const queries = useQueryClient()
  const online = useOnline()
  if (refusals.length === 0) return null
  const forget = (id: string) => dismissRefusal(queries, noun, id)
  return (
    <section className={`${css.refusals} stack gap-8`} aria-label={t('approval.refusals')}>
      {refusals.map(({ id, sentence }) => (
        <Note
          key={id}
          tone="bad"
          action={
            <span className="line push gap-4">
              <Button
                onClick={() => {
                  forget(id)
                  onOpen(id)
                }}
              >
                {t('approval.openAgain')}
              </Button>
              <CloseButton onClick={() => forget(id)} />
            </span>
          }
        >
          {online ? sentence.replace(errors.offline.message, t('approval.wasOffline')) : sentence}
        </Note>
      ))}
    </section>
  )
}
