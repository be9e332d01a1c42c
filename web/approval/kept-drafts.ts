import { z } from 'zod'
import { RejectionCode, RejectionField } from '#domain/rejection.ts'
import { dropFromDevice, keepOnDevice, keptOnDevice } from '#web/app/device-memory.ts'
import { personNow } from '#web/app/queries.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject-draft.ts'

const Draft = z.object({ code: RejectionCode.nullable(), text: z.string(), fields: z.array(RejectionField) })
const name = (productId: string) => `rejection:${productId}`

/** What the person who is signed in wrote for this product so far: closing a dialog or reading on loses nothing (product §11). */
export function keptDraft(productId: string): RejectDraft {
  const userId = personNow()
  const kept = userId === null ? null : keptOnDevice(userId, name(productId))
  return Draft.safeParse(kept?.content).data ?? emptyDraft
}

/** Keeps what was written for its author alone; an empty one is forgotten. */
export function keepDraft(productId: string, draft: RejectDraft): void {
  const userId = personNow()
  if (!userId) return
  if (draft.text === '' && draft.code === null && draft.fields.length === 0) dropFromDevice(userId, name(productId))
  else keepOnDevice(userId, name(productId), draft)
}
