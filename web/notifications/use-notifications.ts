import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { markReadOptimistically } from '#web/notifications/mark-read-optimistically.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { cacheOwner } from '#web/platform/queries/own-cache.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** The newest notices, as the bell shows them, with the number of unread ones. */
export function useBell() {
  return useQuery(rpc.notifications.list.queryOptions({ input: {} }))
}

/** With `older` also what is older than the named ones. */
type Marks = { ids: string[]; older?: boolean }

/** Marks the named notices read, on the screen at once; what arrived meanwhile stays unread (spec §7), and so does what the server refuses. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (marks: Marks) => client.notifications.markRead(marks),
    onMutate: async ({ ids }) => {
      // An answer on its way tells of the moment before.
      await queries.cancelQueries({ queryKey: rpc.notifications.list.key() })
      return { whose: cacheOwner(), takeBack: markReadOptimistically(queries, ids) }
    },
    onError: (error, { ids }, expected) => {
      // Somebody else is here by now, and it is nothing to him.
      if (expected && expected.whose !== cacheOwner()) return
      expected?.takeBack()
      toast(t('notifications.stillUnread', { count: ids.length, why: problemOf(error).message }), 'bad')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: rpc.notifications.key() }),
  })
}
