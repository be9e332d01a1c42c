import { rejectionCodes, rejectionFields } from '#domain/rejection-codes.ts'
import { dropFromDevice, keepOnDevice, keptOnDevice } from '#web/app/device-memory.ts'
import { personNow } from '#web/app/queries.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject-draft.ts'

/** By hand: on this screen it is the only shape to check, and the library for shapes weighs more than the screen. */
function isDraft(kept: unknown): kept is RejectDraft {
  const { code, text, fields } = (kept ?? {}) as Record<keyof RejectDraft, unknown>
  const isOf = (list: readonly string[]) => (value: unknown) => typeof value === 'string' && list.includes(value)
  if (typeof text !== 'string' || !Array.isArray(fields) || !fields.every(isOf(rejectionFields))) return false
  return code === null || isOf(rejectionCodes)(code)
}

const name = (productId: string) => `rejection:${productId}`

/** What the person who is signed in wrote for this product so far: closing a dialog or reading on loses nothing (product §11). */
export function keptDraft(productId: string): RejectDraft {
  const userId = personNow()
  const kept = userId === null ? null : keptOnDevice(userId, name(productId))
  return isDraft(kept?.content) ? kept.content : emptyDraft
}

/** Keeps what was written for its author alone; an empty one is forgotten. */
export function keepDraft(productId: string, draft: RejectDraft): void {
  const userId = personNow()
  if (!userId) return
  if (draft.text === '' && draft.code === null && draft.fields.length === 0) dropFromDevice(userId, name(productId))
  else keepOnDevice(userId, name(productId), draft)
}
