import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Notification } from '#domain/notification.ts'
import { updateOptimistically } from '#web/platform/queries/optimistic-update.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

type Listed = { rows: Notification[]; next: string | null; unread: number }

/** A number beyond this stands for more (product §6): nobody knows what is left of it. */
const exactTo = 999

/** Shows these notices as read wherever they are listed or counted; returns how to take it back. */
export function markReadOptimistically(queries: QueryClient, ids: readonly string[]): () => void {
  const marked = new Set(ids)
  const page = ({ rows, next, unread }: Listed): Listed => {
    // What is counted and not listed here is unread; it would not have been named else.
    const readBefore = rows.filter(({ id, isRead }) => isRead && marked.has(id)).length
    return {
      next,
      rows: rows.map((row) => (marked.has(row.id) ? { ...row, isRead: true } : row)),
      unread: unread > exactTo ? unread : Math.max(0, unread - marked.size + readBefore),
    }
  }
  return updateOptimistically<Listed | InfiniteData<Listed>>(queries, rpc.notifications.list.key(), (data) =>
    'pages' in data ? { ...data, pages: data.pages.map(page) } : page(data),
  )
}
