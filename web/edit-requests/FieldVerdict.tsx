import type { FieldDecision, ReviewableField } from '#domain/edit-request.ts'
import { ReasonFields, useReasonKeys } from '#web/approval/reject/ReasonFields.tsx'
import type { RejectDraft } from '#web/approval/reject/reject-draft.ts'
import css from '#web/edit-requests/Difference.module.css'
import { focusField } from '#web/edit-requests/use-shown-fields.ts'
import type { Verdicts } from '#web/edit-requests/use-verdicts.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldName } from '#web/platform/i18n/product-fields.ts'
import { Tag } from '#web/ui/Tag.tsx'

type Props = { field: ReviewableField; verdicts: Verdicts; onSend: () => void }

/** Accepts or refuses one proposed field. A refused one asks for its reason below the field (product §4). */
export function FieldVerdict({ field, verdicts, onSend }: Props) {
  const draft = verdicts.draftOf(field)
  const name = fieldName(field)
  const choice = (choice: 'accept' | 'refuse', checked: boolean, choose: () => void) => (
    <label className={`${css.choice} inline-line gap-6 boxed tints tall-touch`} data-choice={choice}>
      <input
        type="radio"
        name={`verdict-${field}`}
        aria-label={t(`editRequests.choiceOf.${choice}`, { field: name })}
        checked={checked}
        onChange={choose}
      />
      {t(`editRequests.choice.${choice}`)}
    </label>
  )
  return (
    <div className="stack gap-12">
      <fieldset className="line bare">
        <legend className="visually-hidden">{t('editRequests.verdict', { field: name })}</legend>
        {choice('accept', draft === undefined, () => verdicts.accept(field))}
        {choice('refuse', draft !== undefined, () => verdicts.refuse(field))}
      </fieldset>
      {draft && <Reason {...{ field, draft, verdicts, onSend }} />}
    </div>
  )
}

function Reason({ field, draft, verdicts, onSend }: Props & { draft: RejectDraft }) {
  const write = (to: RejectDraft) => verdicts.write(field, to)
  const press = useReasonKeys(draft, write, onSend)
  return (
    <fieldset
      className={`${css.reason} stack bare gap-12`}
      aria-label={t('editRequests.reasonOf', { field: fieldName(field) })}
      onKeyDown={(event) => {
        press(event)
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        // Not also the key that closes the request.
        event.preventDefault()
        focusField(event.currentTarget.closest('section'))
      }}
    >
      <ReasonFields draft={draft} problems={verdicts.problemsOf(field)} rows={3} onChange={write} />
    </fieldset>
  )
}

/** The decision on one field, and its reason. */
export function FieldOutcome({ decision }: { decision: FieldDecision | undefined }) {
  if (!decision) return null
  const { accepted, code, rejectionReason } = decision
  if (accepted)
    return (
      <div>
        <Tag tone="green">{t('editRequests.wasAccepted')}</Tag>
      </div>
    )
  return (
    <div className={css.outcome}>
      <Tag tone="red">{t('editRequests.wasRefused')}</Tag> {code && code !== 'other' && t(`approval.reasons.${code}`)}
      {rejectionReason && <p>{rejectionReason}</p>}
    </div>
  )
}
