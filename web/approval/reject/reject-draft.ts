import { limits } from '#domain/limits.ts'
import type { RejectionCode, RejectionField } from '#domain/rejection.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** A rejection as far as it is written. */
export type RejectDraft = { code: RejectionCode | null; text: string; fields: RejectionField[] }

export const emptyDraft: RejectDraft = { code: null, text: '', fields: [] }

type Templates = Partial<Record<RejectionCode, string>>

/** What a reason is about as a rule. */
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

/** Takes a reason with its template and usual fields; what a person typed or ticked is never replaced. */
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

/** What keeps a rejection from being sent, a sentence per field; the server asks the same. */
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
