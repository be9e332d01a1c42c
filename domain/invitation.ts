import { z } from 'zod'
import { say } from '#domain/shape-texts.ts'
import { Id, Moment } from '#domain/text.ts'
import { Email, roles } from '#domain/user.ts'

/** The states of an invitation; an open one works until it expires. */
const invitationStatuses = ['open', 'accepted', 'withdrawn', 'expired'] as const

/** An invitation by an admin, bound to the address that it is mailed to (product §2). */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(invitationStatuses),
  /** True if the mail server refused the address for good, or the mail was given up. */
  undelivered: z.boolean(),
  invitedBy: z.string().nullable(),
  createdAt: Moment,
  expiresAt: Moment,
})
export type Invitation = z.infer<typeof Invitation>

export const NewInvitation = z.object({ email: Email, role: z.enum(roles).default('seller') })

/** The token of a mailed link, as in its address. */
export const InviteToken = z.string().regex(/^[\w-]{16,64}$/, say('link-incomplete'))
