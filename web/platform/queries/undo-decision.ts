import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { toast, type Undo } from '#web/ui/toasts.ts'

type Undoable<Fresh> = {
  /** The title of the item, or the name of the person. */
  title: string
  send: () => Promise<Fresh>
  /** Shows the item as it is after the undo. */
  show: (fresh: Fresh) => void
  /** What an undo makes stale. */
  stale: readonly QueryKey[]
}

/** The undo of the person's own decision, for the toast about it (product §3). */
export const undoing = <Fresh>(queries: QueryClient, decision: Undoable<Fresh>, until = Date.now() + limits.undo.ms): Undo => ({
  run: () => void undo(queries, decision, until),
  ms: until - Date.now(),
})

/** Undoes the decision, and shows whether that was still possible. Without an answer it can be tried again for the rest of the time. */
async function undo<Fresh>(queries: QueryClient, decision: Undoable<Fresh>, until: number): Promise<void> {
  const { title, send, show, stale } = decision
  const sender = currentUserId()
  const sent = queries.getMutationCache().build(queries, { mutationFn: send, networkMode: 'always' })
  const outcome = await sent.execute(undefined).then(
    (fresh) => ({ fresh }),
    (error: unknown) => ({ error }),
  )
  if (currentUserId() !== sender) return
  if ('fresh' in outcome) {
    show(outcome.fresh as Fresh)
    toast(t('common.undone', { title }))
  } else if (noAnswer(outcome.error)) {
    toast(t('common.notUndone', { title }), 'bad', Date.now() < until ? undoing(queries, decision, until) : undefined)
  } else toast(problemOf(outcome.error).message, 'bad')
  await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
