import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BulkDecision, BulkNoun } from '#domain/bulk-decision.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { storeDraft } from '#web/approval/reject/rejection-drafts.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { newKey } from '#web/platform/new-key.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'

/** The key of the draft of a bulk rejection. */
export const bulkDraft = (noun: BulkNoun) => `bulk ${noun}`

type Start = { noun: BulkNoun; items: BulkDecision['items']; reason: RejectDraft | null }

/** Sends a selection with its expected versions; the server holds the bulk decision for ten seconds. */
export function useStartBulk(onStarted: (wanted: Start) => void) {
  const queries = useQueryClient()
  const start = useAct({
    send: useSendOnce(),
    done: (bulk, wanted: Start) => {
      const { noun, reason } = wanted
      if (reason) storeDraft(bulkDraft(noun), emptyDraft)
      queries.setQueryData(rpc.bulkDecisions.list.queryKey(), (cached = []) => [bulk, ...cached.filter(({ id }) => id !== bulk.id)])
      onStarted(wanted)
    },
    sentence: (error) => (noAnswer(error) ? t('approval.bulk.noAnswer') : problemOf(error).message),
    refused: () => queries.invalidateQueries({ queryKey: rpc.bulkDecisions.key() }),
  })
  /** `sending` is the request under way, or null. */
  return { begin: start.once, sending: start.isPending ? start.variables : null }
}

/** Repeats an unanswered request under the same key, so that it takes effect once. */
function useSendOnce(): (wanted: Start) => Promise<BulkDecision> {
  const last = useRef({ key: '', of: '' })
  return async (wanted) => {
    const of = JSON.stringify(wanted)
    if (last.current.of !== of) last.current = { key: newKey(), of }
    const bulk = await call(last.current.key, wanted)
    last.current = { key: '', of: '' }
    // The earlier answer was lost, but the decision was undone: asking again means a new one.
    return bulk.status === 'undone' ? call(newKey(), wanted) : bulk
  }
}

function call(key: string, { noun, items, reason }: Start): Promise<BulkDecision> {
  if (!reason) return client.bulkDecisions.start({ decision: 'approve', noun, items, key })
  const { code, text, fields } = reason
  if (!code) throw new Error('A rejection was sent without its reason.')
  return client.bulkDecisions.start({ decision: 'reject', noun, items, key, code, rejectionReason: text.trim(), fields })
}
