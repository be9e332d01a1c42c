import { useQuery } from '@tanstack/react-query'
import type { Attempt } from '#contract/products.ts'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import css from '#web/product-record/ProductRecordPage.module.css'
import { Panel } from '#web/ui/Panel.tsx'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

const tones: Record<NonNullable<Attempt['decision']>, Tone> = { approved: 'green', rejected: 'red', withdrawn: 'grey' }

/** Every attempt to get the product approved, and what became of it (product §3). */
export function Attempts({ id }: { id: string }) {
  const query = useQuery(rpc.products.attempts.queryOptions({ input: { id } }))
  return (
    <Panel title={t('productRecord.attempts')}>
      <DataState query={query}>
        {(attempts) =>
          attempts.length === 0 ? (
            <p>{t('productRecord.noAttempts')}</p>
          ) : (
            <ol className={css.attempts}>
              {attempts.map((attempt) => (
                <One key={attempt.number} attempt={attempt} />
              ))}
            </ol>
          )
        }
      </DataState>
    </Panel>
  )
}

function One({ attempt }: { attempt: Attempt }) {
  const { number, submittedAt, decision, decidedAt, decidedBy, rejectionReason, fields } = attempt
  return (
    <li>
      <p className={css.attempt}>
        <b>{t('productRecord.attempt', { number })}</b>
        {decision ? (
          <Tag tone={tones[decision]}>{t(`productRecord.decided.${decision}`)}</Tag>
        ) : (
          <Tag tone="amber">{t('productRecord.undecided')}</Tag>
        )}
      </p>
      <p className={css.about}>
        <Ago at={decidedAt ?? submittedAt} /> {decidedBy && t('productRecord.by', { name: decidedBy })}
      </p>
      {rejectionReason && <p className={css.reason}>{rejectionReason}</p>}
      {fields.length > 0 && <p className={css.about}>{t('productRecord.about', { fields: fields.join(', ') })}</p>}
    </li>
  )
}
