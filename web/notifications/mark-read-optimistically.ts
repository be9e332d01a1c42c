import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '#domain/notification.ts'
import { updateListsOptimistically } from '#web/platform/queries/optimistic-update.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

type Listed = { rows: Notification[]; next: string | null; unread: number }

/** A count beyond this stands for more (product §6), so the rest is unknown. */
const exactTo = 999

/** Shows these notifications as read wherever they are listed or counted; returns a function that undoes it. */
export function markReadOptimistically(queries: QueryClient, ids: readonly string[]): () => void {
  const marked = new Set(ids)
  const page = ({ rows, next, unread }: Listed): Listed => {
    // A marked notification that is not listed here is unread; otherwise it would not have been named.
    const readBefore = rows.filter(({ id, isRead }) => isRead && marked.has(id)).length
    return {
      next,
      rows: rows.map((row) => (marked.has(row.id) ? { ...row, isRead: true } : row)),
      unread: unread > exactTo ? unread : Math.max(0, unread - marked.size + readBefore),
    }
  }
  return updateListsOptimistically(queries, rpc.notifications.list.key(), page)
}
