import type { QueryClient } from '@tanstack/react-query'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { decisionsNow, noteDecision, noteRefusal, refusalsAreShown } from '#web/approval/decisions.ts'
import { countDown, refetchQueue } from '#web/approval/queues.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { toast } from '#web/ui/toasts.ts'

/** One decision: how it is sent, and the sentences about it. */
export type OptimisticDecision<Fresh> = {
  noun: BulkNoun
  id: string
  /** As the admin saw it: its status, and a stamp that changes with any relevant change. */
  status: string
  stamp: string
  /** Sends it, and calls `left` once the request has left. */
  send: (left: () => void) => Promise<Fresh>
  done: (fresh: Fresh) => string
  /** The sentence for a refusal; without a message, whether it was taken is unknown. */
  refused: (message: string | null) => string
  /** Applies the fresh state that a refusal carries. */
  applyFresh: (error: unknown) => void
}

/**
 * Sends a decision optimistically: the item leaves the lists at once, and a toast shows the answer. A refusal brings the item back and
 * stays until it is read. Does nothing while the item is being decided. The next item renders once the request has left, within the same
 * task, so that a further key press finds it.
 */
export function decideOptimistically<Fresh>(queries: QueryClient, decision: OptimisticDecision<Fresh>, goOn: () => void): void {
  const { noun, id, status, stamp } = decision
  if (decisionsNow(queries, noun).taken[id]?.sending) return
  noteDecision(queries, noun, id, { status, stamp, sending: true })
  void send(queries, decision, once(goOn))
}

function once(call: () => void): () => void {
  let isCalled = false
  return () => {
    if (!isCalled) call()
    isCalled = true
  }
}

async function send<Fresh>(queries: QueryClient, decision: OptimisticDecision<Fresh>, goOn: () => void): Promise<void> {
  const { noun, id, status, stamp } = decision
  const sender = currentUserId()
  try {
    // Goes on even if the request never leaves.
    const fresh = await decision.send(goOn).finally(goOn)
    // Another user signed in meanwhile: they did not decide this.
    if (currentUserId() !== sender) return
    noteDecision(queries, noun, id, { status, stamp, sending: false })
    if (status === 'pending') countDown(queries, noun)
    toast(decision.done(fresh))
  } catch (error) {
    if (currentUserId() !== sender) return
    const sentence = decision.refused(noAnswer(error) ? null : problemOf(error).message)
    noteRefusal(queries, noun, { id, sentence })
    if (!refusalsAreShown(queries, noun)) toast(sentence, 'bad')
    decision.applyFresh(error)
  }
  askAgainSoon(queries, noun)
}

/** Runs a call through the mutation cache, which notices an ended session. */
export function sendThrough<Fresh>(queries: QueryClient, call: () => Promise<Fresh>): Promise<Fresh> {
  const sent = queries.getMutationCache().build<Fresh, Error, void, unknown>(queries, { mutationFn: call, networkMode: 'always' })
  return sent.execute()
}

/** The lists are refetched this long after the last answer, in milliseconds. Live hints are sooner where they get through. */
const settle = 800
const timers = new Map<BulkNoun, ReturnType<typeof setTimeout>>()

function askAgainSoon(queries: QueryClient, noun: BulkNoun): void {
  clearTimeout(timers.get(noun))
  timers.set(
    noun,
    setTimeout(() => refetchQueue(queries, noun), settle),
  )
}
