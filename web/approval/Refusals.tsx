import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { forgetRefusal, type Refusal } from '#web/approval/decisions.ts'
import css from '#web/approval/Refusals.module.css'
import { refusalSentence } from '#web/approval/take-decision.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

type Props = { refusals: readonly Refusal[]; onOpen: (id: string) => void }

/** Decisions that were not taken, with why and the way back to the product; they stay until they are read. */
export function Refusals({ refusals, onOpen }: Props) {
  const queries = useQueryClient()
  if (refusals.length === 0) return null
  const forget = (id: string) => forgetRefusal(queries, id)
  return (
    <section className={css.refusals} aria-label={t('approval.refusals')}>
      {refusals.map(({ id, ...refusal }) => (
        <Note
          key={id}
          tone="bad"
          action={
            <span className={css.acts}>
              <Button
                onClick={() => {
                  forget(id)
                  onOpen(id)
                }}
              >
                {t('approval.openAgain')}
              </Button>
              <button type="button" className={css.close} aria-label={t('common.close')} onClick={() => forget(id)}>
                <IconX size={16} aria-hidden />
              </button>
            </span>
          }
        >
          {refusalSentence(refusal)}
        </Note>
      ))}
    </section>
  )
}
