import { rejectionCodes, rejectionFields } from '#domain/rejection-codes.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { keepOwnDraft, ownDraft, takeLeftDraft } from '#web/platform/drafts/own-drafts.ts'
import { personNow } from '#web/platform/queries/queries.ts'

/** By hand: on this screen it is the only shape to check, and the library for shapes weighs more than the screen. */
function isDraft(kept: unknown): kept is RejectDraft {
  const { code, text, fields } = (kept ?? {}) as Record<keyof RejectDraft, unknown>
  const isOf = (list: readonly string[]) => (value: unknown) => typeof value === 'string' && list.includes(value)
  if (typeof text !== 'string' || !Array.isArray(fields) || !fields.every(isOf(rejectionFields))) return false
  return code === null || isOf(rejectionCodes)(code)
}

const name = (productId: string) => `rejection:${productId}`

/** What the person who is signed in wrote for this product so far, in this tab: closing a dialog or reading on loses nothing (product §11). */
export function keptDraft(productId: string): RejectDraft {
  const userId = personNow()
  const kept = userId === null ? null : ownDraft(userId, name(productId))
  return isDraft(kept) ? kept : emptyDraft
}

/** Takes over what was left in a tab that is gone; null if there is nothing. `isWanted` is asked last. */
export async function takeDraft(productId: string, isWanted: () => boolean): Promise<RejectDraft | null> {
  const userId = personNow()
  const left = userId === null ? null : await takeLeftDraft(userId, name(productId), () => personNow() === userId && isWanted())
  return isDraft(left) ? left : null
}

/** Keeps what was written for its author alone; an empty one is forgotten. */
export function keepDraft(productId: string, draft: RejectDraft): void {
  const userId = personNow()
  if (userId) keepOwnDraft(userId, name(productId), isEmpty(draft) ? null : draft)
}

/** Was nothing written yet? */
export const isEmpty = ({ text, code, fields }: RejectDraft): boolean => text === '' && code === null && fields.length === 0
