import { contentFields } from '#domain/product-fields.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { drafts } from '#web/platform/session/drafts.ts'

/** Checked by hand: this is the screen's only schema, and the schema library is larger than the screen. */
function isDraft(content: unknown): content is RejectDraft {
  const { code, text, fields } = (content ?? {}) as Record<keyof RejectDraft, unknown>
  const isOf = (list: readonly string[]) => (value: unknown) => typeof value === 'string' && list.includes(value)
  if (typeof text !== 'string' || !Array.isArray(fields) || !fields.every(isOf(contentFields))) return false
  return code === null || isOf(rejectionCodes)(code)
}

const rejections = drafts((content) => (isDraft(content) ? content : null))
const name = (productId: string) => `rejection:${productId}`

/** The current user's draft for this product in this tab: closing a dialog or reading on loses nothing (product §11). */
export function readDraft(productId: string): RejectDraft {
  const userId = currentUserId()
  return (userId !== null && rejections.own(userId, name(productId))?.content) || emptyDraft
}

/** Takes over a draft left by a closed tab; null if there is none, if this tab has one, or once `isOpen` is false. */
export async function takeDraft(productId: string, isOpen: () => boolean): Promise<RejectDraft | null> {
  const userId = currentUserId()
  const isWanted = () => isOpen() && isEmpty(readDraft(productId))
  return userId === null ? null : ((await rejections.takeOver(userId, name(productId), isWanted))?.content ?? null)
}

/** Stores a draft for its author alone; an empty one is deleted. */
export function storeDraft(productId: string, draft: RejectDraft): void {
  const userId = currentUserId()
  if (userId) rejections.store(userId, name(productId), isEmpty(draft) ? null : draft)
}

const isEmpty = ({ text, code, fields }: RejectDraft): boolean => text === '' && code === null && fields.length === 0
