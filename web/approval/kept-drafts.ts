import { emptyDraft, type RejectDraft } from '#web/approval/reject-draft.ts'

/** Rejections that were begun and not sent, by product: closing a dialog or reading on loses nothing. */
const kept = new Map<string, RejectDraft>()

/** What was written for this product so far. */
export function keptDraft(productId: string): RejectDraft {
  return kept.get(productId) ?? emptyDraft
}

/** Keeps what was written; an empty one is forgotten. */
export function keepDraft(productId: string, draft: RejectDraft): void {
  if (draft.text === '' && draft.code === null && draft.fields.length === 0) kept.delete(productId)
  else kept.set(productId, draft)
}
