import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Product } from '#domain/product.ts'
import { problemOf } from '#web/app/problem.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { keepDraft } from '#web/approval/kept-drafts.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject-draft.ts'
import { t } from '#web/messages/messages.ts'
import { toast } from '#web/ui/toasts.ts'

export type DecisionState = ReturnType<typeof useDecision>

/** Approves or rejects what was seen, says what came of it, and goes on to the next. */
export function useDecision(seen: Product, candidates: () => string[], onDecided: (candidates: readonly string[]) => void) {
  const queries = useQueryClient()
  const { id, status, version, title } = seen
  // Not the mutation's own state: that is known only after the next drawing, and a double click is faster.
  const taken = useRef(false)

  const decide = useMutation({
    mutationFn: async (rejection: RejectDraft | null) => {
      const after = candidates()
      if (rejection === null) await client.products.approve({ id, status, version })
      else if (rejection.code !== null)
        await client.products.reject({
          id,
          status,
          version,
          code: rejection.code,
          rejectionReason: rejection.text.trim(),
          fields: rejection.fields,
        })
      return after
    },
    onSuccess: async (after, rejection) => {
      keepDraft(id, emptyDraft)
      toast(t(rejection === null ? 'approval.approved' : 'approval.rejected', { title }))
      await queries.invalidateQueries({ queryKey: rpc.products.queue.key() })
      onDecided(after)
      void queries.invalidateQueries({ queryKey: rpc.products.key() })
    },
    onError: (error) => {
      taken.current = false
      const fresh = freshOf(error)
      if (fresh) queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
      void queries.invalidateQueries({ queryKey: rpc.products.key() })
    },
  })

  function take(rejection: RejectDraft | null) {
    if (taken.current) return
    taken.current = true
    decide.mutate(rejection)
  }

  return {
    isPending: decide.isPending,
    problem: decide.error ? problemOf(decide.error) : null,
    isApproving: decide.isPending && decide.variables === null,
    approve: () => take(null),
    reject: take,
    forget: decide.reset,
  }
}

/** The product as it stands, which a refused decision brings along. */
function freshOf(error: unknown): Product | null {
  const fresh = (error as { data?: { fresh?: unknown } } | null)?.data?.fresh
  return Product.safeParse(fresh).data ?? null
}
