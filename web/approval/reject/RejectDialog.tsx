import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { contentFields } from '#domain/product-fields.ts'
import type { RejectionField } from '#domain/rejection.ts'
import { problemsIn } from '#web/approval/reject/choose-reason.ts'
import { ReasonFields, useReasonKeys } from '#web/approval/reject/ReasonFields.tsx'
import css from '#web/approval/reject/RejectDialog.module.css'
import type { RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { readDraft, storeDraft, takeDraft } from '#web/approval/reject/rejection-drafts.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = {
  /** Title of the dialog and label of its send button. */
  title: string
  /** Who reads the reason; false if nothing would be rejected. */
  about: string | false
  /** The key of the draft: a product's id, or one name for a bulk rejection. */
  draftKey: string
  onClose: () => void
  onReject: (draft: RejectDraft) => void
  /** Also asks which fields of the product the reason is about. */
  asksFields?: boolean
  busy?: boolean
  /** What happened meanwhile. While `blocked`, nothing can be sent, and this says why. */
  note?: ReactNode
  blocked?: boolean
}

/** Asks for the reason that the seller will read. The draft survives closing, refusals and opening another item. */
export default function RejectDialog({ asksFields = true, busy = false, blocked = false, ...props }: Props) {
  const { title, about, draftKey, onClose, onReject, note } = props
  const [draft, setDraft] = useState(() => readDraft(draftKey))
  const [asked, setAsked] = useState(false)
  const place = useRef<HTMLFormElement>(null)
  const noteId = useId()
  const problems = asked ? problemsIn(draft) : {}
  const change = (to: RejectDraft) => {
    storeDraft(draftKey, to)
    setDraft(to)
  }
  useEffect(() => {
    let isOpen = true
    place.current?.querySelector('select')?.focus()
    void takeDraft(draftKey, () => isOpen).then((left) => left && setDraft(left))
    return () => {
      isOpen = false
    }
  }, [draftKey])
  const confirm = () => {
    setAsked(true)
    const wrong = problemsIn(draft)
    if (wrong.code) return place.current?.querySelector('select')?.focus()
    if (wrong.text) return place.current?.querySelector('textarea')?.focus()
    if (!blocked && !busy) onReject(draft)
  }
  const press = useReasonKeys(draft, change, confirm)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <span className="contents dims">
          <Button
            look="danger"
            busy={busy}
            aria-disabled={blocked || undefined}
            aria-describedby={blocked ? noteId : undefined}
            title={t('approval.dialog.sendKey')}
            onClick={confirm}
          >
            {title}
          </Button>
        </span>
      }
    >
      <form ref={place} className="stack ink" noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={press}>
        {about && <p className="muted breaks">{about}</p>}
        <div id={noteId} role="status">
          {note}
        </div>
        <ReasonFields draft={draft} problems={problems} rows={5} digits onChange={change} />
        {asksFields && <Fields draft={draft} onChange={change} />}
      </form>
    </Dialog>
  )
}

/** Which fields of the product the reason is about. */
function Fields({ draft, onChange }: { draft: RejectDraft; onChange: (to: RejectDraft) => void }) {
  const tick = (field: RejectionField, ticked: boolean) =>
    onChange({ ...draft, fields: ticked ? [...draft.fields, field] : draft.fields.filter((other) => other !== field) })
  return (
    <fieldset className={`${css.fields} bare`}>
      <legend className="legend">{t('approval.dialog.fields')}</legend>
      {contentFields.map((field) => (
        <label key={field} className={`${css.field} line`}>
          <input
            type="checkbox"
            className="check"
            checked={draft.fields.includes(field)}
            onChange={({ target }) => tick(field, target.checked)}
          />
          {fieldLabel(field)}
        </label>
      ))}
    </fieldset>
  )
}
