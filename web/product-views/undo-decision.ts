import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { noAnswer, problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast, type Undo } from '#web/ui/toasts.ts'

/** The undo of the person's own decision, for the toast about it. */
export const undoFor = (queries: QueryClient, decided: Product): Undo => ({
  run: () => void undoDecision(queries, decided),
  ms: limits.undo.ms,
})

/** Undoes the decision, and shows whether that was still possible. */
async function undoDecision(queries: QueryClient, { id, status, version, title }: Product): Promise<void> {
  const sender = currentUserId()
  const sent = queries
    .getMutationCache()
    .build(queries, { mutationFn: () => client.products.undo({ id, status, version }), networkMode: 'always' })
  const problem = await sent.execute(undefined).then(
    (fresh) => {
      if (currentUserId() === sender) queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
      return null
    },
    (error: unknown) => (noAnswer(error) ? t('common.notUndone', { title }) : problemOf(error).message),
  )
  if (currentUserId() !== sender) return
  if (problem === null) toast(t('common.undone', { title }))
  else toast(problem, 'bad')
  await Promise.all([rpc.products.key(), rpc.editRequests.key()].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
