import type { Attempt } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/later.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { longTime } from '#web/ui/time.ts'
import css from '#web/webhooks/Webhooks.module.css'

/** Every attempt with its answer; what the receiver wrote is shown as text, whatever it is. */
export function Tries({ tries }: { tries: readonly Attempt[] }) {
  if (tries.length === 0) return null
  return (
    <section>
      <h3>{t('webhooks.tries')}</h3>
      <ol className={css.tries}>
        {tries.map((attempt) => (
          <Try key={attempt.at} attempt={attempt} />
        ))}
      </ol>
    </section>
  )
}

function Try({ attempt: { at, status, ms, answer, error } }: { attempt: Attempt }) {
  return (
    <li>
      <span className={css.state}>
        <Tag tone={error ? 'red' : 'green'}>{status ?? t('webhooks.noAnswer')}</Tag>
        <span className={css.hint}>{t('webhooks.tryLine', { when: longTime(at), ms })}</span>
      </span>
      {error && <span>{error}</span>}
      {answer ? <pre className={css.pre}>{answer}</pre> : status !== null && <span className={css.hint}>{t('webhooks.emptyAnswer')}</span>}
    </li>
  )
}
