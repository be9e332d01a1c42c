import type { ReactNode } from 'react'
import type { EditRequest, FieldDecision } from '#domain/edit-request.ts'
import { limits } from '#domain/limits.ts'
import type { Product } from '#domain/product.ts'
import { EditStatusTag } from '#web/edit-requests/EditStatusTag.tsx'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import { Note } from '#web/ui/Note.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** True for a change of a product on sale that was refused, also in part, for as long as that is shown. Afterwards it stands in the timeline. */
export const isRefusedLately = ({ status, decidedAt }: EditRequest, product: Pick<Product, 'status'>): boolean =>
  product.status === 'approved' &&
  (status === 'rejected' || status === 'partly_approved') &&
  decidedAt !== null &&
  Date.now() - Date.parse(decidedAt) < limits.editRequest.refusalShownMs

type Props = { request: EditRequest; action: ReactNode; children: ReactNode }

/** The outcome of a decided request, for its seller: what is live now, and why the rest is not. */
export function LastOutcome({ request: { status, decisions, decidedAt, rejectionReason }, action, children }: Props) {
  const accepted = decisions.filter((decision) => decision.accepted).map(({ field }) => field)
  const refused = decisions.filter((decision) => !decision.accepted)
  return (
    <Note tone={status === 'rejected' ? 'bad' : 'warn'} action={action}>
      <Dotted>
        <strong className="bold">{t('editRequests.mine.change')}</strong>
        <EditStatusTag status={status} />
        {decidedAt && <Ago at={decidedAt} />}
      </Dotted>
      {accepted.length > 0 && <p>{t('editRequests.accepted', { fields: fieldList(accepted) })}</p>}
      {status === 'partly_approved' ? <Refused decisions={refused} /> : rejectionReason && <p className="as-written">{rejectionReason}</p>}
      {children}
    </Note>
  )
}

/** Each refused field with its reason. */
function Refused({ decisions }: { decisions: readonly FieldDecision[] }) {
  return decisions.map(({ field, code, rejectionReason }) => (
    <p key={field} className="as-written">
      {code && code !== 'other'
        ? t('editRequests.refusedField', { field: fieldList([field]), reason: t(`approval.reasons.${code}`) })
        : t('editRequests.refusedPlain', { field: fieldList([field]) })}{' '}
      {rejectionReason}
    </p>
  ))
}
