import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { Person } from '#domain/person.ts'
import { Id, Moment, prose } from '#domain/text.ts'
import type { Role } from '#domain/user.ts'

export const notificationTypes = ['product_approval', 'chat', 'info'] as const
const NotificationType = z.enum(notificationTypes)

/** A notification for one person (spec §3 notifications). */
export const Notification = z.object({
  id: Id,
  userId: Id,
  productId: z.string().nullable(),
  productTitle: z.string().nullable(),
  message: z.string(),
  /** The name of the text that the message is; null if a person wrote it. */
  text: z.string().nullable(),
  /** The title or number in the message of what it is about. */
  title: z.string().nullable(),
  type: NotificationType,
  status: z.string().nullable(),
  reason: z.string().nullable(),
  link: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: Moment,
  /** For admins, who wrote or submitted it; null for other notifications, and for sellers. */
  person: Person.nullable(),
})
export type Notification = z.infer<typeof Notification>

/** How a person gets one type of notification: bell, mail, or both (product §6). */
const channels = ['app', 'mail', 'both'] as const
export type Channel = (typeof channels)[number]

/** What a person chose per type, and whether mail comes as a daily digest. */
export const Preferences = z.object({
  product_approval: z.enum(channels),
  chat: z.enum(channels),
  info: z.enum(channels),
  daily: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

/** The default: everything; for admins with a daily digest. */
export const defaultPreferences = (role: Role): Preferences => ({
  product_approval: 'both',
  chat: 'both',
  info: 'both',
  daily: role === 'admin',
})

/** The text of an announcement. */
export const AnnouncementText = prose({ min: 1, max: limits.message.textMax })

/** The audience of an announcement: all sellers, everybody, or one person. */
export const announcementAudiences = ['sellers', 'everybody', 'one'] as const
