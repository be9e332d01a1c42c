import { useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { Product } from '#domain/product.ts'
import { type RejectionCode, rejectionCodes, rejectionFields } from '#domain/rejection.ts'
import { useMarketplace } from '#web/app/use-me.ts'
import { keepDraft, keptDraft } from '#web/approval/kept-drafts.ts'
import css from '#web/approval/RejectDialog.module.css'
import { chooseReason, problemsIn } from '#web/approval/reject-draft.ts'
import type { DecisionState } from '#web/approval/use-decision.ts'
import { decisionsFor } from '#web/approval/why-not.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type Props = { product: Product; isUnread: boolean; onSeen: () => void; open: boolean; onClose: () => void; decision: DecisionState }

/** Asks for the reason that the seller will read. What is typed survives closing, refusals and looking at something else. */
export function RejectDialog({ product, isUnread, onSeen, open, onClose, decision }: Props) {
  const { rejectionTemplates } = useMarketplace()
  const [draft, setDraft] = useState(() => keptDraft(product.id))
  const [asked, setAsked] = useState(false)
  const place = useRef<HTMLFormElement>(null)
  const problems = asked ? problemsIn(draft) : {}
  const movedOn = !decisionsFor(product).includes('reject')
  const change = (to: typeof draft) => {
    keepDraft(product.id, to)
    setDraft(to)
  }
  const { forget } = decision
  useEffect(() => {
    if (!open) return
    forget()
    place.current?.querySelector('select')?.focus()
  }, [open, forget])
  const confirm = () => {
    setAsked(true)
    const wrong = problemsIn(draft)
    if (wrong.code) return place.current?.querySelector('select')?.focus()
    if (wrong.text) return place.current?.querySelector('textarea')?.focus()
    if (!movedOn && !isUnread) decision.reject(draft)
  }
  return (
    <Dialog
      title={t('approval.dialog.title')}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('approval.dialog.cancel')}</Button>
          <Button look="danger" busy={decision.isPending} disabled={movedOn || isUnread} onClick={confirm}>
            {t('approval.dialog.confirm')}
          </Button>
        </>
      }
    >
      <form ref={place} className={css.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <p>{t('approval.dialog.about', { seller: product.sellerName ?? t('approval.noSeller'), title: product.title })}</p>
        {open && decision.problem && (
          <Note tone="bad">
            {decision.problem.message} {t('approval.dialog.movedOn')}
          </Note>
        )}
        {open && movedOn && !decision.problem && (
          <Note tone="warn">
            {t(`approval.whyNothing.${product.status}`)} {t('approval.dialog.movedOn')}
          </Note>
        )}
        {open && isUnread && (
          <Note tone="warn" action={<Button onClick={onSeen}>{t('approval.seen')}</Button>}>
            {t('approval.changedUnseen')}
          </Note>
        )}
        <Select
          label={t('approval.dialog.reason')}
          mark
          value={draft.code ?? ''}
          error={problems.code}
          options={[
            ...(draft.code === null ? [{ value: '', label: t('approval.dialog.choose') }] : []),
            ...rejectionCodes.map((code) => ({ value: code, label: t(`approval.reasons.${code}`) })),
          ]}
          onChange={({ target }) => change(chooseReason(draft, target.value as RejectionCode, rejectionTemplates))}
        />
        <TextArea
          label={t('approval.dialog.explanation')}
          mark
          rows={5}
          value={draft.text}
          error={problems.text}
          hint={<Length text={draft.text} />}
          onChange={({ target }) => change({ ...draft, text: target.value })}
        />
        <fieldset className={css.fields}>
          <legend>{t('approval.dialog.fields')}</legend>
          {rejectionFields.map((field) => (
            <label key={field} className={css.field}>
              <input
                type="checkbox"
                checked={draft.fields.includes(field)}
                onChange={({ target }) =>
                  change({ ...draft, fields: target.checked ? [...draft.fields, field] : draft.fields.filter((other) => other !== field) })
                }
              />
              {t(`approval.fields.${field}`)}
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}

function Length({ text }: { text: string }) {
  const { textMin: min, textMax: max } = limits.rejection
  const length = [...text.trim()].length
  return (
    <span className={css.length}>
      <span>{t('approval.dialog.hint', { min })}</span>
      <span>
        {length.toLocaleString('en')} / {max.toLocaleString('en')}
      </span>
    </span>
  )
}
