import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#domain/product.ts'
import { openUndone } from '#web/approval/decisions.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { storeDraft } from '#web/approval/reject/rejection-drafts.ts'
import { decideOptimistically, type OptimisticDecision } from '#web/approval/review/decide-optimistically.ts'
import type { ReviewMove } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { client, rpc, type Sending } from '#web/platform/rpc/rpc.ts'
import { undoFor } from '#web/product-views/undo-product.ts'

/** A decision: the product as the admin saw it, and the reason where there is one. */
export type Decision = { product: Product; move: ReviewMove; reason: RejectDraft | null }

/** Decides on a product optimistically, and opens the next one. Does nothing while it is being decided. */
export function takeDecision(queries: QueryClient, decision: Decision, goOn: () => void): void {
  const { product, move } = decision
  const { id, title, status, updatedAt: stamp } = product
  const asOne: OptimisticDecision<Product> = {
    noun: 'products',
    id,
    status,
    stamp,
    queryKey: rpc.products.get.queryKey({ input: { id } }),
    send: (left) => sendDecision(queries, decision, left),
    done: (fresh) => doneSentence(move, fresh),
    undo: canBeUndone(move) ? (fresh) => undoFor(queries, fresh, openUndone('products')) : undefined,
    refused: (message) => refusalSentence({ title, move, message }),
  }
  decideOptimistically(queries, asOne, goOn)
}

/** Sends a decision and returns the fresh product. Throws the refusal. A rejection that succeeds deletes its draft. */
export async function sendDecision(queries: QueryClient, decision: Decision, left?: () => void): Promise<Product> {
  const { id } = decision.product
  const sender = currentUserId()
  const fresh = await call(decision, { context: { left } })
  if (currentUserId() !== sender) return fresh
  if (decision.reason) storeDraft(id, emptyDraft)
  queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
  return fresh
}

function call({ product: { id, status, version }, move, reason }: Decision, sending: { context: Sending }): Promise<Product> {
  if (move === 'archive') return client.products.archive({ id }, sending)
  if (move === 'restore') return client.products.restore({ id }, sending)
  if (move === 'approve') return client.products.approve({ id, status, version }, sending)
  if (!reason?.code) throw new Error('A rejection was sent without its reason.')
  const why = { code: reason.code, rejectionReason: reason.text.trim(), fields: reason.fields }
  return client.products.reject({ id, status, version, ...why }, sending)
}

/** The sentence for a decision that succeeded. A product restored from the archive may have to be reviewed first. */
export function doneSentence(move: ReviewMove, { title, status }: Pick<Product, 'title' | 'status'>): string {
  if (move === 'restore' && status === 'pending') return t('approval.done.restoredToReview', { title })
  return t(`approval.done.${move}`, { title })
}

/** A restored product is archived again instead. */
export const canBeUndone = (move: ReviewMove): boolean => move !== 'restore'

type Refused = { title: string; move: ReviewMove; message: string | null }

/** The sentence for a decision that was refused, or whose outcome is unknown, with what to do. */
export function refusalSentence({ title, move, message }: Refused): string {
  return message === null ? t(`approval.unknown.${move}`, { title }) : `${t(`approval.notDone.${move}`, { title })} ${message}`
}
