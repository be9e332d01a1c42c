import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Product } from '#domain/product.ts'
import { countDown } from '#web/approval/queues.ts'
import { type Decision, doneSentence, refusalSentence, sendDecision } from '#web/approval/review/take-decision.ts'
import { freshOf } from '#web/platform/queries/fresh-from-refusal.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Makes one move and waits for what comes of it; a refusal brings the fresh state with it. */
export function useMove() {
  const queries = useQueryClient()
  // Not the mutation's own state: that is known only after the next drawing, and a double click is faster.
  const making = useRef(false)
  const sent = useMutation({
    mutationFn: ({ decision }: { decision: Decision; after: (() => void) | undefined }) => sendDecision(queries, decision),
    onSuccess: (fresh, { decision }) => {
      if (decision.product.status === 'pending') countDown(queries, 'products')
      toast(doneSentence(decision.move, fresh))
    },
    onError: (error, { decision: { product } }) => {
      const fresh = freshOf<Product>(error)
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

/** Why it was not made; where no answer came, that it may have been. */
const problemIn = (error: Error, { move, product: { title } }: Decision) =>
  noAnswer(error) ? refusalSentence({ title, move, message: null }) : problemOf(error).message
