import { z } from 'zod'
import { Id, Moment } from '#domain/text.ts'

export const notificationTypes = ['product_approval', 'chat', 'info'] as const
export const NotificationType = z.enum(notificationTypes)

/** A notice for one person (spec §3 notifications). */
export const Notification = z.object({
  id: Id,
  userId: Id,
  productId: z.string().nullable(),
  productTitle: z.string().nullable(),
  message: z.string(),
  type: NotificationType,
  status: z.string().nullable(),
  reason: z.string().nullable(),
  link: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: Moment,
})
export type Notification = z.infer<typeof Notification>
