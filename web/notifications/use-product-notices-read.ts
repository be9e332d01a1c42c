import { useEffect, useRef } from 'react'
import { useBell, useMarkNotices } from '#web/notifications/use-notifications.ts'

/**
 * Marks the notifications of a product as read for a person who opens it, as far as the bell lists them. What arrives while it is open stays
 * unread: the person may not be looking.
 */
export function useProductNoticesRead(id: string): void {
  const { data, fetchStatus } = useBell()
  const mark = useMarkNotices()
  const isDone = useRef(false)
  // A cached bell may not have the notification yet that led here. Without a network nothing is marked.
  const isCurrent = data !== undefined && fetchStatus === 'idle'
  useEffect(() => {
    if (!isCurrent || isDone.current) return
    isDone.current = true
    mark(data.rows.filter(({ productId }) => productId === id))
  }, [isCurrent, data, id, mark])
}
