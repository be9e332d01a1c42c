import type { Notification } from '#domain/notification.ts'
import { choiceParam, choices, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export const typesShown = choices<Notification['type']>({ product_approval: true, chat: true, info: true })

/** The state of the notifications page in its address. */
export const readNotificationSearch = searchReader({
  type: choiceParam(typesShown),
  search: textParam,
  unread: choiceParam(['yes']),
  pages: pagesParam,
})
export type NotificationSearch = ReturnType<typeof readNotificationSearch>
