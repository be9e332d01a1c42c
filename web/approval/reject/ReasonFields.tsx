import type { KeyboardEvent } from 'react'
import { limits } from '#domain/limits.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { chooseReason, type problemsIn } from '#web/approval/reject/choose-reason.ts'
import css from '#web/approval/reject/RejectDialog.module.css'
import type { RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type Props = {
  draft: RejectDraft
  problems: ReturnType<typeof problemsIn>
  rows: number
  /** Which digit chooses which reason is shown. Screen readers are always told that they do. */
  digits?: boolean
  onChange: (to: RejectDraft) => void
}

/** Asks for the reason that the seller will read: its code, and the explanation, which begins with a template. */
export function ReasonFields({ draft, problems, rows, digits = false, onChange }: Props) {
  const { rejectionTemplates } = useMarketplace()
  return (
    <>
      <Select
        label={t('common.reason')}
        mark
        value={draft.code ?? ''}
        error={problems.code}
        hint={<Digits shown={digits} />}
        options={[
          ...(draft.code === null ? [{ value: '', label: t('approval.dialog.choose') }] : []),
          ...rejectionCodes.map((code) => ({ value: code, label: t(`approval.reasons.${code}`) })),
        ]}
        onChange={({ target }) => onChange(chooseReason(draft, target.value as RejectionCode, rejectionTemplates))}
      />
      <TextArea
        label={t('approval.dialog.explanation')}
        mark
        rows={rows}
        value={draft.text}
        error={problems.text}
        hint={<Length text={draft.text} namesMinimum={!problems.text} />}
        onChange={({ target }) => onChange({ ...draft, text: target.value })}
      />
    </>
  )
}

/**
 * The key handler of the element around the fields: Ctrl or ⌘ with Enter sends, a digit chooses a reason. Without a template the focus goes to the
 * explanation, because in the list of reasons letters would choose another one.
 */
export function useReasonKeys(
  draft: RejectDraft,
  onChange: (to: RejectDraft) => void,
  onSend: () => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  const { rejectionTemplates } = useMarketplace()
  return (event) => {
    if (event.altKey || event.nativeEvent.isComposing) return
    const withModifier = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && withModifier) {
      event.preventDefault()
      if (!event.repeat) onSend()
    }
    const code = rejectionCodes[Number(event.key) - 1]
    if (!code || withModifier || event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    const chosen = chooseReason(draft, code, rejectionTemplates)
    onChange(chosen)
    if (!chosen.text) focusReason(event.currentTarget.querySelector('textarea'))
  }
}

/** Moves the focus to a part of a reason, with the whole reason of a field in view. */
export function focusReason(part: HTMLElement | null | undefined): void {
  part?.focus()
  part?.closest('fieldset')?.scrollIntoView({ block: 'nearest' })
}

/** Which digit chooses which reason; for keyboards only. */
function Digits({ shown }: { shown: boolean }) {
  return (
    <>
      <span className="visually-hidden">{t('approval.dialog.digits')}</span>
      {shown && (
        <span className={`${css.digits} with-keyboard row`} aria-hidden>
          {rejectionCodes.map((code, at) => (
            <span key={code}>
              <kbd>{at + 1}</kbd> {t(`approval.reasons.${code}`)}
            </span>
          ))}
        </span>
      )}
    </>
  )
}

/** How long the text is. An error names the minimum itself. */
function Length({ text, namesMinimum }: { text: string; namesMinimum: boolean }) {
  const { textMin: min, textMax: max } = limits.rejection
  const length = [...text.trim()].length
  return (
    <span className="ends tabular">
      <span>{namesMinimum && t('approval.dialog.hint', { min })}</span>
      <span>
        {length.toLocaleString('en')} / {max.toLocaleString('en')}
      </span>
    </span>
  )
}
