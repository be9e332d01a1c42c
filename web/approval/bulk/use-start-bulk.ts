import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BulkDecision, BulkNoun } from '#domain/bulk-decision.ts'
import { keepDraft } from '#web/approval/reject/kept-drafts.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { newKey } from '#web/platform/new-key.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** Under which the reason for many is kept while it is written. */
export const bulkDraft = (noun: BulkNoun) => `bulk ${noun}`

type Start = { noun: BulkNoun; items: BulkDecision['items']; reason: RejectDraft | null }

/** Hands what was ticked over as it was seen; the server holds it for ten seconds. */
export function useStartBulk(onStarted: () => void) {
  const queries = useQueryClient()
  const isSending = useRef(false)
  const sendOnce = useSendOnce()
  const start = useMutation({
    mutationFn: sendOnce,
    onSuccess: (bulk, { noun, reason }) => {
      if (reason) keepDraft(bulkDraft(noun), emptyDraft)
      queries.setQueryData(rpc.bulkDecisions.list.queryKey(), (known = []) => [bulk, ...known.filter(({ id }) => id !== bulk.id)])
      onStarted()
    },
    onError: (error) => {
      toast(noAnswer(error) ? t('approval.bulk.noAnswer') : problemOf(error).message, 'bad')
      void queries.invalidateQueries({ queryKey: rpc.bulkDecisions.key() })
    },
    onSettled: () => {
      isSending.current = false
    },
  })
  return {
    /** Not even two clicks before the next drawing make two of it. */
    begin: (wanted: Start) => {
      if (isSending.current) return
      isSending.current = true
      start.mutate(wanted)
    },
    /** What is on its way at the moment. */
    sending: start.isPending ? start.variables : null,
  }
}

/** The same goes out under the same key until an answer comes: sent once more after a lost answer, it is not done twice. */
function useSendOnce(): (wanted: Start) => Promise<BulkDecision> {
  const last = useRef({ key: '', of: '' })
  return async (wanted) => {
    const of = JSON.stringify(wanted)
    if (last.current.of !== of) last.current = { key: newKey(), of }
    const bulk = await call(last.current.key, wanted)
    last.current = { key: '', of: '' }
    // Its answer was lost, it was seen all the same and undone: whoever asks once more means it anew.
    return bulk.status === 'undone' ? call(newKey(), wanted) : bulk
  }
}

function call(key: string, { noun, items, reason }: Start): Promise<BulkDecision> {
  if (!reason) return client.bulkDecisions.start({ decision: 'approve', noun, items, key })
  const { code, text, fields } = reason
  if (!code) throw new Error('A rejection was sent without its reason.')
  return client.bulkDecisions.start({ decision: 'reject', noun, items, key, code, rejectionReason: text.trim(), fields })
}
