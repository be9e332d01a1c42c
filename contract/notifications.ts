import { oc } from '@orpc/contract'
import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { MessageText, Notification, notificationTypes, Preferences } from '#domain/notification.ts'
import { Id } from '#domain/text.ts'

export const notifications = {
  /** One's own notices, newest first (spec §7). `unread` is exact to 999; 1000 stands for more. */
  list: oc
    .input(
      z.object({
        type: z.enum(notificationTypes).optional(),
        /** Only what is not read yet. */
        unread: z.boolean().default(false),
        cursor: z.string().max(2_000).optional(),
        limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size),
      }),
    )
    .output(z.object({ rows: z.array(Notification), next: z.string().nullable(), unread: z.int() })),
  /** How one wants to hear of what; by role where nothing was chosen. */
  preferences: oc.output(Preferences),
  choose: oc.input(z.object({ change: Preferences.partial().strict() })).output(Preferences),
  /**
   * A message from an admin to one person, all sellers or everybody who is active; it arrives in batches, soon. A message to
   * many needs `recipients`, their confirmed number: without it, or if there are more, it is refused as `count-unconfirmed` with the number.
   */
  send: oc
    .input(
      z.discriminatedUnion('to', [
        z.object({ to: z.literal('one'), userId: Id, text: MessageText }),
        z.object({ to: z.enum(['sellers', 'everybody']), text: MessageText, recipients: z.int().min(0).optional() }),
      ]),
    )
    .output(z.object({ recipients: z.int() })),
  /** The ids of one's newest unread notices: what "mark all as read" names, also where the list shows only the first of them. */
  unread: oc.output(z.object({ ids: z.array(Id) })),
  /**
   * Marks the named notices read in one batch; what arrived meanwhile stays unread (spec §7). With `older` also all that is older than the
   * named ones and was there before the newest of them: where more is unread than one batch can name.
   */
  markRead: oc
    .input(z.object({ ids: z.array(Id).min(1).max(limits.notification.markReadMax), older: z.boolean().default(false) }))
    .output(z.object({ unread: z.int() })),
}
