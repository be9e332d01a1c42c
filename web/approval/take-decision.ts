import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#domain/product.ts'
import { noAnswer, problemOf } from '#web/app/problem.ts'
import { personNow } from '#web/app/queries.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { decisionsNow, noteRefusal, noteTaken, type Refusal, refusalsAreShown } from '#web/approval/decisions.ts'
import { keepDraft } from '#web/approval/kept-drafts.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject-draft.ts'
import type { ReviewMove } from '#web/approval/review-moves.ts'
import { t } from '#web/messages/messages.ts'
import { toast } from '#web/ui/toasts.ts'

/** What is decided: the product as it was seen, and the reason where there is one. */
export type Decision = { product: Product; move: ReviewMove; reason: RejectDraft | null }

/**
 * Decides at once on the screen and then on the server: the product leaves the lists, the answer is told when it comes.
 * A refusal brings it back and is kept until it is read. False where the product is being decided already.
 */
export function takeDecision(queries: QueryClient, decision: Decision): boolean {
  const { id, status, updatedAt } = decision.product
  if (decisionsNow(queries).taken[id]?.sending) return false
  noteTaken(queries, id, { status, updatedAt, sending: true })
  void send(queries, decision)
  return true
}

async function send(queries: QueryClient, decision: Decision): Promise<void> {
  const { product, move } = decision
  const { id, title, status, updatedAt } = product
  const who = personNow()
  try {
    const fresh = await sendDecision(queries, decision)
    // Whoever sits here now did not decide this.
    if (personNow() !== who) return
    noteTaken(queries, id, { status, updatedAt, sending: false })
    if (status === 'pending') countDown(queries)
    toast(doneSentence(move, fresh))
  } catch (error) {
    if (personNow() !== who) return
    const fresh = freshOf(error)
    if (fresh) queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
    const refusal = { id, title, move, message: noAnswer(error) ? null : problemOf(error).message }
    noteRefusal(queries, refusal)
    if (!refusalsAreShown(queries)) toast(refusalSentence(refusal), 'bad')
    void queries.invalidateQueries({ queryKey: rpc.products.get.key({ input: { id } }) })
  }
  askAgainSoon(queries)
}

/** Sends one decision and returns the product as it stands then. Throws the refusal; a rejection that was taken forgets its draft. */
export async function sendDecision(queries: QueryClient, decision: Decision): Promise<Product> {
  const { id } = decision.product
  // Through the cache of mutations: it hears of a session that ended.
  const sent = queries.getMutationCache().build<Product, Error, void, unknown>(queries, {
    mutationFn: () => call(decision),
    networkMode: 'always',
  })
  const who = personNow()
  const fresh = await sent.execute()
  if (personNow() !== who) return fresh
  if (decision.reason) keepDraft(id, emptyDraft)
  queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
  return fresh
}

function call({ product: { id, status, version }, move, reason }: Decision): Promise<Product> {
  if (move === 'archive') return client.products.archive({ id })
  if (move === 'restore') return client.products.restore({ id })
  if (move === 'approve') return client.products.approve({ id, status, version })
  if (!reason?.code) throw new Error('A rejection was sent without its reason.')
  return client.products.reject({ id, status, version, code: reason.code, rejectionReason: reason.text.trim(), fields: reason.fields })
}

/** What came of a decision, as a sentence; what comes back from the archive may have to be reviewed first. */
export function doneSentence(move: ReviewMove, { title, status }: Pick<Product, 'title' | 'status'>): string {
  if (move === 'restore' && status === 'pending') return t('approval.done.restoredToReview', { title })
  return t(`approval.done.${move}`, { title })
}

/** What became of a decision that was not taken, or of which nobody knows whether it was, with what to do. */
export function refusalSentence({ title, move, message }: Omit<Refusal, 'id'>): string {
  return message === null ? t(`approval.unknown.${move}`, { title }) : `${t(`approval.notDone.${move}`, { title })} ${message}`
}

/** The product as it stands, which a refused decision brings along. The server's own answer: its shape needs no second check here. */
export function freshOf(error: unknown): Product | null {
  return (error as { data?: { fresh?: Product } } | null)?.data?.fresh ?? null
}

function countDown(queries: QueryClient): void {
  queries.setQueryData(rpc.products.waiting.queryKey(), (known) =>
    known && known.pending > 0 && known.pending < 1_000 ? { pending: known.pending - 1 } : known,
  )
}

/** After so long without a further answer the lists are asked for again, in milliseconds: live hints do it sooner, where there are any. */
const settle = 800
let timer: ReturnType<typeof setTimeout> | undefined

function askAgainSoon(queries: QueryClient): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    void queries.invalidateQueries({ queryKey: rpc.products.queue.key() })
    void queries.invalidateQueries({ queryKey: rpc.products.waiting.key() })
  }, settle)
}
