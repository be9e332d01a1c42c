import type { Notification } from '#domain/notification.ts'
import { choiceParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

const types: Record<Notification['type'], true> = { product_approval: true, chat: true, info: true }
/** The types in display order. */
export const typesShown = Object.keys(types) as Notification['type'][]

/** The state of the notifications page in its address. */
export const readNotificationSearch = searchReader({
  type: choiceParam(types),
  search: textParam,
  unread: choiceParam({ yes: true }),
  pages: pagesParam,
})
export type NotificationSearch = ReturnType<typeof readNotificationSearch>
