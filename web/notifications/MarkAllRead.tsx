import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import type { Notification } from '#domain/notification.ts'
import { useMarkRead } from '#web/notifications/use-notifications.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  /** The newest notifications, as listed. */
  rows: readonly Notification[]
  /** The number of unread ones, listed or not. */
  unread: number
  look?: 'plain' | 'quiet'
}

/** Marks all notifications in the unread count as read, also those beyond the list (product §6). */
export function MarkAllRead({ rows, unread, look = 'plain' }: Props) {
  const markRead = useMarkRead()
  const listed = rows.filter(({ isRead }) => !isRead).map(({ id }) => id)
  const isLonger = unread > listed.length
  const all = useQuery(rpc.notifications.unread.queryOptions({ enabled: isLonger }))
  const ids = (isLonger && all.data?.ids) || listed
  const older = ids.length === limits.notification.markReadMax
  if (unread === 0) return null
  return (
    <Button
      look={look}
      busy={markRead.isPending || (isLonger && all.isPending)}
      onClick={() => ids.length > 0 && markRead.mutate({ ids, ...(older && { older }) })}
    >
      {t('notifications.markAll')}
    </Button>
  )
}
