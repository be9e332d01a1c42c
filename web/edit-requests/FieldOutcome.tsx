import type { FieldDecision } from '#domain/edit-request.ts'
import css from '#web/edit-requests/Difference.module.css'
import { t } from '#web/platform/i18n/later.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** What was decided on one field, and why. */
export function FieldOutcome({ decision }: { decision: FieldDecision | undefined }) {
  if (!decision) return null
  const { accepted, code, rejectionReason } = decision
  if (accepted) return <Tag tone="green">{t('editRequests.wasAccepted')}</Tag>
  return (
    <div className={css.outcome}>
      <Tag tone="red">{t('editRequests.wasRefused')}</Tag> {code && t(`approval.reasons.${code}`)}
      {rejectionReason && <p>{rejectionReason}</p>}
    </div>
  )
}
