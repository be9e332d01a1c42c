import type { Notification } from '#domain/notification.ts'
import { longDay } from '#web/ui/time.ts'

/** Notifications that are shown as one, newest first. */
export type NoticeGroup = {
  key: string
  kind: 'messages' | 'products' | 'changes' | 'orders' | 'single'
  newest: Notification
  notices: Notification[]
}

/**
 * Shows as one what repeats within a day: messages of one chat, products or changes that one seller submitted, and new orders. Read and unread ones
 * are never mixed, so that a group is marked read as a whole. A group stands where its newest notification does.
 */
export function groupNotices(rows: readonly Notification[]): NoticeGroup[] {
  const groups = Map.groupBy(rows, (row) => keyOf(row) ?? row.id)
  return [...groups.values()].flatMap((notices) => {
    const [newest] = notices
    if (!newest) return []
    // The key outlives a new notification of the group, so that the group stays selected.
    return { key: keyOf(newest) ?? newest.id, kind: notices.length > 1 || isOfSupport(newest) ? kindOf(newest) : 'single', newest, notices }
  })
}

/** A message of support to a person: its text alone would not say whose it is. */
export const isOfSupport = ({ type, link }: Notification): boolean => type === 'chat' && link === '/chat'

function kindOf({ type, text, status, link, person }: Notification): NoticeGroup['kind'] {
  if (type === 'chat') return 'messages'
  if (text === 'order.placed') return 'orders'
  if (status !== 'pending' || !person) return 'single'
  if (link?.startsWith('/admin/product-approval?')) return 'products'
  return link?.startsWith('/admin/edit-requests?') ? 'changes' : 'single'
}

/** The same for notifications of one group; null if it stands alone. */
function keyOf(notice: Notification): string | null {
  const kind = kindOf(notice)
  if (kind === 'single') return null
  const of = kind === 'messages' ? notice.link : notice.person?.id
  return JSON.stringify([kind, of, notice.isRead, longDay(notice.createdAt)])
}
