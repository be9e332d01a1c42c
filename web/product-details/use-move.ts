import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Product } from '#domain/product.ts'
import { countDown } from '#web/approval/queues.ts'
import { canBeUndone, type Decision, doneSentence, refusalSentence, sendDecision } from '#web/approval/review/take-decision.ts'
import { freshFromRefusal } from '#web/platform/queries/fresh-from-refusal.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { undoFor } from '#web/product-views/undo-product.ts'
import { toast, withdrawUndo } from '#web/ui/toasts.ts'

/** Makes one move and waits for its result. A refusal carries the fresh state. */
export function useMove() {
  const queries = useQueryClient()
  // A ref, not the mutation's state: that changes with the next render, and a double click is faster.
  const making = useRef(false)
  const sent = useMutation({
    mutationFn: ({ decision }: { decision: Decision; after: (() => void) | undefined }) => sendDecision(queries, decision),
    onMutate: currentUserId,
    onSuccess: (fresh, { decision }, sender) => {
      if (currentUserId() !== sender) return
      if (decision.product.status === 'pending') countDown(queries, 'products')
      withdrawUndo(fresh.id)
      toast(doneSentence(decision.move, fresh), 'good', canBeUndone(decision.move) ? undoFor(queries, fresh) : undefined)
    },
    onError: (error, { decision: { product } }) => {
      const fresh = freshFromRefusal<Product>(error)
      if (fresh) queries.setQueryData(rpc.products.get.queryKey({ input: { id: product.id } }), fresh)
    },
    onSettled: (_fresh, _error, { after }) => {
      making.current = false
      after?.()
      void queries.invalidateQueries({ queryKey: rpc.products.key() })
    },
  })
  return {
    make: (decision: Decision, after?: () => void) => {
      if (making.current) return
      making.current = true
      sent.mutate({ decision, after })
    },
    making: sent.isPending ? sent.variables.decision.move : null,
    problem: sent.error && problemIn(sent.error, sent.variables.decision),
  }
}

/** Why the move failed. If no answer came, that it may have succeeded. */
const problemIn = (error: Error, { move, product: { title } }: Decision) =>
  noAnswer(error) ? refusalSentence({ title, move, message: null }) : problemOf(error).message
