import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { decisionsNow, noteDecision, noteRefusal, refusalsAreShown } from '#web/approval/decisions.ts'
import { countDown, refetchCount, refetchQueue } from '#web/approval/queues.ts'
import { liveLine } from '#web/platform/live/live-line.ts'
import { freshFromRefusal } from '#web/platform/queries/fresh-from-refusal.ts'
import { writeOptimistically } from '#web/platform/queries/optimistic-update.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { claimUndoKey, toast, type Undo, withdrawUndo } from '#web/ui/toasts.ts'

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
  /** Its undo; absent if it cannot be undone. */
  undo?: ((fresh: Fresh) => Undo) | undefined
  /** The sentence for a refusal; without a message, whether it was taken is unknown. */
  refused: (message: string | null) => string
  /** Of the item. A refusal may carry its fresh state. */
  queryKey: QueryKey
}

/**
 * Sends a decision optimistically: the item leaves the lists at once, and a toast shows the answer. A refusal brings the item back and
 * stays until it is read. Does nothing while the item is being decided. The next item renders once the request has left, within the same
 * task, so that a further key press finds it.
 */
export function decideOptimistically<Fresh>(queries: QueryClient, decision: OptimisticDecision<Fresh>, goOn: () => void): void {
  const { noun, id, status, stamp, queryKey } = decision
  if (decisionsNow(queries, noun).taken[id]?.sending) return
  // Until the answer, the undo key does nothing: it must not undo the decision before this one.
  const giveBackKey = claimUndoKey(() => {})
  void writeOptimistically(queries, {
    id,
    show: () => noteDecision(queries, noun, id, { status, stamp, sending: true }),
    // The next item is shown even if the request never leaves.
    send: () => decision.send(goOnOnce).finally(goOnOnce).finally(giveBackKey),
    done: (fresh) => {
      noteDecision(queries, noun, id, { status, stamp, sending: false })
      if (status === 'pending') countDown(queries, noun)
      withdrawUndo(id)
      toast(decision.done(fresh), 'good', decision.undo?.(fresh))
      refetchSoon(queries, noun)
    },
    refused: (error) => {
      const sentence = decision.refused(noAnswer(error) ? null : problemOf(error).message)
      noteRefusal(queries, noun, { id, sentence })
      if (!refusalsAreShown(queries, noun)) toast(sentence, 'bad')
      const fresh = freshFromRefusal<Fresh>(error)
      if (fresh) queries.setQueryData(queryKey, fresh)
      void queries.invalidateQueries({ queryKey })
      refetchSoon(queries, noun)
    },
  })
  let hasGoneOn = false
  function goOnOnce() {
    if (!hasGoneOn) goOn()
    hasGoneOn = true
  }
}

/** The lists are refetched this long after the last answer, in milliseconds; only their count while live hints get through, which are sooner. */
const settle = 800
const timers = new Map<BulkNoun, ReturnType<typeof setTimeout>>()

function refetchSoon(queries: QueryClient, noun: BulkNoun): void {
  clearTimeout(timers.get(noun))
  timers.set(
    noun,
    setTimeout(() => (liveLine.read() === 'live' ? refetchCount : refetchQueue)(queries, noun), settle),
  )
}
