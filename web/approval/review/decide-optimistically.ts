import type { QueryClient } from '@tanstack/react-query'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { decisionsNow, noteRefusal, noteTaken, refusalsAreShown } from '#web/approval/decisions.ts'
import { countDown, refetchQueue } from '#web/approval/queues.ts'
import { personNow } from '#web/platform/queries/queries.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { toast } from '#web/ui/toasts.ts'

/** One decision, and how it is sent and spoken of. */
export type OptimisticDecision<Fresh> = {
  noun: BulkNoun
  id: string
  /** As it was seen: its status, and what changes with anything about it. */
  status: string
  stamp: string
  /** Sends it, and tells when it has left. */
  send: (left: () => void) => Promise<Fresh>
  done: (fresh: Fresh) => string
  /** What is said where it was not taken; without a message nobody knows whether it was. */
  refused: (message: string | null) => string
  /** Takes in the fresh state that a refusal brings along. */
  learn: (error: unknown) => void
}

/**
 * Sends a decision and goes on at once: the thing leaves the lists, the answer is told when it comes.
 * A refusal brings it back and is kept until it is read. Nothing happens where it is being decided already.
 * The next thing is drawn when the call has left, within the same turn of the browser: a further key finds it there.
 */
export function decideOptimistically<Fresh>(queries: QueryClient, decision: OptimisticDecision<Fresh>, goOn: () => void): void {
  const { noun, id, status, stamp } = decision
  if (decisionsNow(queries, noun).taken[id]?.sending) return
  noteTaken(queries, noun, id, { status, stamp, sending: true })
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
  const who = personNow()
  try {
    // What never leaves holds nobody up either.
    const fresh = await decision.send(goOn).finally(goOn)
    // Whoever sits here now did not decide this.
    if (personNow() !== who) return
    noteTaken(queries, noun, id, { status, stamp, sending: false })
    if (status === 'pending') countDown(queries, noun)
    toast(decision.done(fresh))
  } catch (error) {
    if (personNow() !== who) return
    const sentence = decision.refused(noAnswer(error) ? null : problemOf(error).message)
    noteRefusal(queries, noun, { id, sentence })
    if (!refusalsAreShown(queries, noun)) toast(sentence, 'bad')
    decision.learn(error)
  }
  askAgainSoon(queries, noun)
}

/** Sends a call through the cache of mutations: it hears of a session that ended. */
export function sendThrough<Fresh>(queries: QueryClient, call: () => Promise<Fresh>): Promise<Fresh> {
  const sent = queries.getMutationCache().build<Fresh, Error, void, unknown>(queries, { mutationFn: call, networkMode: 'always' })
  return sent.execute()
}

/** After so long without a further answer the lists are asked for again, in milliseconds: live hints do it sooner, where there are any. */
const settle = 800
const timers = new Map<BulkNoun, ReturnType<typeof setTimeout>>()

function askAgainSoon(queries: QueryClient, noun: BulkNoun): void {
  clearTimeout(timers.get(noun))
  timers.set(
    noun,
    setTimeout(() => refetchQueue(queries, noun), settle),
  )
}
