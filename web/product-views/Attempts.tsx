import type { UseQueryResult } from '@tanstack/react-query'
import type { Attempt } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import css from '#web/product-views/Opened.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** `unknownName` is shown where the reader may not know who decided, `none` where there is no attempt they may see. */
type Props = { query: UseQueryResult<Attempt[]>; unknownName?: string | undefined; none?: string | undefined }

/** All attempts of a product, newest first (product §3). */
export function Attempts({ query, unknownName, none }: Props) {
  return (
    <section className="part stack gap-10">
      <h3>{t('approval.attempts')}</h3>
      <AttemptList query={query} unknownName={unknownName} none={none} />
    </section>
  )
}

/** The list of attempts without a heading. */
export function AttemptList({ query, unknownName = t('history.unknownPerson'), none = t('approval.attemptsNone') }: Props) {
  return (
    <>
      {query.isError && (
        <Note tone="bad" action={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}>
          {t('approval.attemptsFailed')}
        </Note>
      )}
      {query.isPending && <p className="muted">{t('approval.attemptsLoading')}</p>}
      {query.data && query.data.length === 0 && <p className="muted">{none}</p>}
      <ol className={`${css.timeline} list stack`}>
        {query.data?.toReversed().map((attempt) => (
          <One key={`${attempt.number} ${attempt.decidedAt}`} attempt={attempt} unknownName={unknownName} />
        ))}
      </ol>
    </>
  )
}

function One({ attempt, unknownName }: { attempt: Attempt; unknownName: string }) {
  const { number, submittedAt, decision, takenDown, decidedAt, decidedBy, rejectionReason, code, fields } = attempt
  const name = decidedBy ?? unknownName
  return (
    <li data-decision={decision ?? 'open'}>
      <p className="ends strong">
        <span>{t('approval.attempt.number', { number })}</span>
        <span className="muted regular">
          <Ago at={decidedAt ?? submittedAt} />
        </span>
      </p>
      <p>{decision ? t(`approval.decidedBy.${takenDown ? 'takenDown' : decision}`, { name }) : t('editRequests.status.pending')}</p>
      {code && code !== 'other' && <p className="muted">{t(`approval.reasons.${code}`)}</p>}
      {rejectionReason && <p className="as-written">{rejectionReason}</p>}
      {fields.length > 0 && <p className="muted">{t('approval.attempt.about', { fields: fieldList(fields) })}</p>}
    </li>
  )
}
