import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import type { Notification } from '#domain/notification.ts'
import { markReadOptimistically } from '#web/notifications/mark-read-optimistically.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { writeOptimistically } from '#web/platform/queries/optimistic-update.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

/** The newest notifications, as in the bell, with the number of unread ones. */
export function useBell() {
  return useQuery(rpc.notifications.list.queryOptions({ input: {} }))
}

/** `older` also marks those older than the named ones. */
type Marks = { ids: string[]; older?: boolean }

/**
 * Marks the named notifications as read, optimistically; later ones stay unread (spec §7), and so do those that the server refuses to mark.
 */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (marks: Marks) => {
      // A pending answer may be older than this update.
      await queries.cancelQueries({ queryKey: rpc.notifications.list.key() })
      await writeOptimistically(queries, {
        show: () => markReadOptimistically(queries, marks.ids),
        send: () => sendInBatches(marks),
        refused: (error) => toast(t('notifications.stillUnread', { count: marks.ids.length, why: problemOf(error).message }), 'bad'),
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: rpc.notifications.key() }),
  })
}

async function sendInBatches({ ids, ...rest }: Marks): Promise<void> {
  const { markReadMax: max } = limits.notification
  for (let at = 0; at < ids.length; at += max) await client.notifications.markRead({ ids: ids.slice(at, at + max), ...rest })
}

/** Marks the unread ones of these notifications as read, exactly those. */
export function useMarkNotices(): (notices: readonly Notification[]) => void {
  const { mutate } = useMarkRead()
  return (notices) => {
    const ids = notices.filter(({ isRead }) => !isRead).map(({ id }) => id)
    if (ids.length > 0) mutate({ ids })
  }
}
