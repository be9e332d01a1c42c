import { listNotifications, listSentTo, listUnread } from '#server/notifications/list-notifications.ts'
import { markRead } from '#server/notifications/mark-read.ts'
import { choosePreferences, findPreferences } from '#server/notifications/preferences.ts'
import { announcementProgress, sendAnnouncement } from '#server/notifications/send-announcement.ts'
import { actorOf, forAdmins, os } from '#server/platform/http/os.ts'

export const notifications = os.notifications.router({
  list: os.notifications.list.handler(({ context, input }) => listNotifications(context.app, actorOf(context), input)),
  sentTo: os.notifications.sentTo.handler(forAdmins(listSentTo)),
  preferences: os.notifications.preferences.handler(({ context }) => findPreferences(context.app, actorOf(context))),
  choose: os.notifications.choose.handler(({ context, input }) => choosePreferences(context.app, actorOf(context), input.change)),
  send: os.notifications.send.handler(({ context, input }) => sendAnnouncement(context.app, actorOf(context, 'admin'), input)),
  announcementProgress: os.notifications.announcementProgress.handler(({ context }) =>
    announcementProgress(context.app, actorOf(context, 'admin')),
  ),
  unread: os.notifications.unread.handler(({ context }) => listUnread(context.app, actorOf(context))),
  markRead: os.notifications.markRead.handler(({ context, input }) => markRead(context.app, actorOf(context), input)),
})
