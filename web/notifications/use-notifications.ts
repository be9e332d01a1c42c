import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { problemOf } from '#web/app/problem.ts'
import { client, rpc } from '#web/app/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** The newest notices, as the bell shows them, with the number of unread ones. */
export function useBell() {
  return useQuery(rpc.notifications.list.queryOptions({ input: {} }))
}

/** Marks the named notices read; what arrived meanwhile stays unread (spec §7). */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => client.notifications.markRead({ ids }),
    onSuccess: () => queries.invalidateQueries({ queryKey: rpc.notifications.key() }),
    onError: (error) => toast(problemOf(error).message, 'bad'),
  })
}
