import { listNotifications } from '#server/notifications/list-notifications.ts'
import { listUnread } from '#server/notifications/list-unread.ts'
import { markRead } from '#server/notifications/mark-read.ts'
import { actorOf, os } from '#server/os.ts'

export const notifications = os.notifications.router({
  list: os.notifications.list.handler(({ context, input }) => listNotifications(context.app, actorOf(context), input)),
  unread: os.notifications.unread.handler(({ context }) => listUnread(context.app, actorOf(context))),
  markRead: os.notifications.markRead.handler(({ context, input }) => markRead(context.app, actorOf(context), input.ids)),
})
