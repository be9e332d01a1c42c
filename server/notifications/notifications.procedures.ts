import { listNotifications, listSentTo, listUnread } from '#server/notifications/list-notifications.ts'
import { markRead } from '#server/notifications/mark-read.ts'
import { choosePreferences, findPreferences } from '#server/notifications/preferences.ts'
import { announcementProgress, sendAnnouncement } from '#server/notifications/send-announcement.ts'
import { asAdmin, asPerson, forAdmins, os } from '#server/platform/http/os.ts'

export const notifications = os.notifications.router({
  list: os.notifications.list.handler(asPerson(listNotifications)),
  sentTo: os.notifications.sentTo.handler(forAdmins(listSentTo)),
  preferences: os.notifications.preferences.handler(asPerson(findPreferences)),
  choose: os.notifications.choose.handler(asPerson((app, actor, { change }) => choosePreferences(app, actor, change))),
  send: os.notifications.send.handler(asAdmin(sendAnnouncement)),
  announcementProgress: os.notifications.announcementProgress.handler(asAdmin(announcementProgress)),
  unread: os.notifications.unread.handler(asPerson(listUnread)),
  markRead: os.notifications.markRead.handler(asPerson(markRead)),
})
