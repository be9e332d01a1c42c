import { limits } from '#domain/limits.ts'
import type { RejectionCode, RejectionField } from '#domain/rejection.ts'
import type { RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { t } from '#web/platform/i18n/messages.ts'

type Templates = Partial<Record<RejectionCode, string>>

/** The fields that a reason is usually about. */
const usualFields: Record<RejectionCode, readonly RejectionField[]> = {
  incomplete: [],
  image_quality: ['images'],
  wrong_category: ['category'],
  misleading: ['title', 'description'],
  price_error: ['price'],
  duplicate: [],
  prohibited: [],
  counterfeit: [],
  other: [],
}

/** Chooses a reason with its template and usual fields. Never replaces what a person typed or ticked. */
export function chooseReason(draft: RejectDraft, code: RejectionCode, templates: Templates): RejectDraft {
  const offered = draft.code === null ? '' : (templates[draft.code] ?? '')
  const untouchedText = draft.text.trim() === '' || draft.text === offered
  const usual = draft.code === null ? [] : usualFields[draft.code]
  const untouchedFields = sameSet(draft.fields, usual)
  return {
    code,
    text: untouchedText ? (templates[code] ?? '') : draft.text,
    fields: untouchedFields ? [...usualFields[code]] : draft.fields,
  }
}

/** Why a rejection cannot be sent, a sentence per field. The server checks the same. */
export function problemsIn({ code, text }: RejectDraft): { code?: string; text?: string } {
  const { textMin: min, textMax: max } = limits.rejection
  const length = [...text.trim()].length
  return {
    ...(code === null && { code: t('approval.dialog.chooseFirst') }),
    ...(length < min && { text: t('approval.dialog.tooShort', { min }) }),
    ...(length > max && { text: t('approval.dialog.tooLong', { max }) }),
  }
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item) => other.includes(item))
