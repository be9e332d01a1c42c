import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '#web/app/rpc.ts'

/** Sends something about an order. However it ends, all that is shown of orders is asked for afresh: a refusal means that it changed. */
export function useOrderCall() {
  const queries = useQueryClient()
  return async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await call()
    } finally {
      void queries.invalidateQueries({ queryKey: rpc.orders.key() })
    }
  }
}
