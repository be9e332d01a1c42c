import type { Notification } from '#domain/notification.ts'
import { choiceParam, pagesParam } from '#web/platform/search-params.ts'

const types: Record<Notification['type'], true> = { product_approval: true, chat: true, info: true }
/** The types in display order. */
export const typesShown = Object.keys(types) as Notification['type'][]

export type NotificationSearch = {
  type?: Notification['type'] | undefined
  unread?: 'yes' | undefined
  pages?: number | undefined
}

/** The state of the notifications page in its address. */
export function readNotificationSearch(raw: Record<string, unknown>): NotificationSearch {
  return { type: choiceParam(raw.type, types), unread: choiceParam(raw.unread, { yes: true }), pages: pagesParam(raw.pages) }
}
