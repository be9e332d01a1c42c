import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProductRow } from '#contract/products.ts'
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
      await takeFromQueue(queries, id)
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
    reject: (draft: RejectDraft) => take(draft),
    forget: decide.reset,
  }
}

type Queue = InfiniteData<{ rows: ProductRow[]; next: string | null }>

/** A decided product leaves every list it stood in by its status, at once; the lists are asked afresh behind it. */
async function takeFromQueue(queries: QueryClient, id: string): Promise<void> {
  const queryKey = rpc.products.queue.key()
  // An answer that was on its way would bring it back for a moment.
  await queries.cancelQueries({ queryKey })
  const without = (rows: ProductRow[]) => rows.filter((row) => row.id !== id)
  queries.setQueriesData<Queue>(
    { queryKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: without(page.rows) })) },
  )
}

/** The product as it stands, which a refused decision brings along. */
function freshOf(error: unknown): Product | null {
  const fresh = (error as { data?: { fresh?: unknown } } | null)?.data?.fresh
  return Product.safeParse(fresh).data ?? null
}
