import { oc } from '@orpc/contract'
import { z } from 'zod'
import { page, pageOf } from '#contract/page.ts'
import { limits } from '#domain/limits.ts'
import { AnnouncementText, Notification, notificationTypes, Preferences } from '#domain/notification.ts'
import { Id, Search } from '#domain/text.ts'

export const notifications = {
  /** The caller's own notifications, newest first (spec §7). `unread` is exact to 999; 1000 means more. */
  list: oc
    .input(
      z.object({
        type: z.enum(notificationTypes).optional(),
        /** Searches message, product title and reason; for admins also who wrote or submitted it. */
        search: Search.optional(),
        /** Only unread ones. */
        unread: z.boolean().default(false),
        ...page,
      }),
    )
    .output(pageOf(Notification).extend({ unread: z.int() })),
  /** For admins: what a person was told, newest first, without notices of chat messages. */
  sentTo: oc.input(z.object({ userId: Id, ...page })).output(pageOf(Notification)),
  /** How the caller is notified, by type; the default depends on the role. */
  preferences: oc.output(Preferences),
  choose: oc.input(z.object({ change: Preferences.partial().strict() })).output(Preferences),
  /**
   * Sends an announcement from an admin to one person, all sellers or all active people; it is delivered in batches soon after. An
   * announcement to many needs `recipients`, their confirmed number: without it, or if there are more, it is refused as `count-unconfirmed`
   * with the number.
   */
  send: oc
    .input(
      z.discriminatedUnion('to', [
        z.object({ to: z.literal('one'), userId: Id, text: AnnouncementText }),
        z.object({ to: z.enum(['sellers', 'everybody']), text: AnnouncementText, recipients: z.int().min(0).optional() }),
      ]),
    )
    .output(z.object({ recipients: z.int() })),
  /** How far the caller's newest announcement to many has come: how many people get it, and how many of them have it. Null if there is none. */
  announcementProgress: oc.output(z.object({ recipients: z.int(), sent: z.int() }).nullable()),
  /** The ids of the caller's newest unread notifications: "mark all as read" names them, even if the list shows only the first of them. */
  unread: oc.output(z.object({ ids: z.array(Id) })),
  /**
   * Marks the named notifications as read in one batch; later ones stay unread (spec §7). `older` also marks all older ones that existed
   * before the newest of them: for more unread ones than one batch can name.
   */
  markRead: oc
    .input(z.object({ ids: z.array(Id).min(1).max(limits.notification.markReadMax), older: z.boolean().default(false) }))
    .output(z.object({ unread: z.int() })),
}
