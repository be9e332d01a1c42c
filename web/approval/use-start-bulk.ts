import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import { problemOf } from '#web/app/problem.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { keepDraft } from '#web/approval/kept-drafts.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject-draft.ts'
import { toast } from '#web/ui/toasts.ts'

/** Under which the reason for many is kept while it is written. */
export const bulkDraft = 'bulk'

type Start = { rows: readonly ProductRow[]; reason: RejectDraft | null }

/** Hands the ticked rows over as they were seen; the server holds them for ten seconds. */
export function useStartBulk(onStarted: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ rows, reason }: Start) => {
      const items = rows.map(({ id, status, version }) => ({ id, status, version }))
      if (!reason) return client.bulkDecisions.start({ decision: 'approve', items })
      const { code, text, fields } = reason
      if (!code) throw new Error('A rejection was sent without its reason.')
      return client.bulkDecisions.start({ decision: 'reject', items, code, rejectionReason: text.trim(), fields })
    },
    onSuccess: (bulk, { reason }) => {
      if (reason) keepDraft(bulkDraft, emptyDraft)
      queries.setQueryData(rpc.bulkDecisions.list.queryKey(), (known = []) => [bulk, ...known.filter(({ id }) => id !== bulk.id)])
      onStarted()
    },
    onError: (error) => toast(problemOf(error).message, 'bad'),
  })
}
