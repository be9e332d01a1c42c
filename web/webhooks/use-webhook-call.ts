import { useQueryClient } from '@tanstack/react-query'
import { deletedIds, isAbout } from '#web/platform/queries/deleted-ids.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** Makes a call about an endpoint or its deliveries, and then refetches what is on screen. */
export function useWebhookCall() {
  const queries = useQueryClient()
  const queryKey = rpc.webhooks.key()
  return <Answer>(call: Promise<Answer>): Promise<Answer> =>
    call.finally(() => void queries.invalidateQueries({ queryKey, predicate: (query) => !isAbout(deletedIds)(query) }))
}
