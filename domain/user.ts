import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { Id, line, Moment } from '#domain/text.ts'

export const roles = ['seller', 'admin'] as const
export type Role = (typeof roles)[number]

export const userStatuses = ['active', 'suspended', 'closed'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Who is asking. The session travels along so that a write can check it in its own statement. */
export type Actor = {
  id: string
  role: Role
  status: UserStatus
  name: string
  email: string
  sessionId: string
  /** True for an admin who has to set up a second factor before anything else. */
  lacksSecondFactor?: boolean
}

/** A person as admins see them (spec §3 users). */
export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  createdAt: Moment,
})
export type User = z.infer<typeof User>

export const Email = z.email('This is not an email address.').max(limits.user.emailMax).toLowerCase()
export const Password = z
  .string()
  .min(limits.user.passwordMin, `Use at least ${limits.user.passwordMin} characters.`)
  .max(limits.user.passwordMax, `Use at most ${limits.user.passwordMax} characters.`)

export const SignUp = z.object({ name: line({ min: limits.user.nameMin, max: limits.user.nameMax }), email: Email, password: Password })
export type SignUp = z.infer<typeof SignUp>

/** The token of a mailed link (product §2). */
const LinkToken = z.string().min(1).max(100)
export const ForgotPassword = z.object({ email: Email })
export const ResetPassword = z.object({ token: LinkToken, password: Password })
export const VerifyEmail = z.object({ token: LinkToken })

/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const Code = z.string().trim().min(1, 'This is required.').max(40)

export const SignIn = z.object({
  email: Email,
  password: z.string().min(1, 'This is required.').max(limits.user.passwordMax),
  code: Code.optional(),
})
export type SignIn = z.infer<typeof SignIn>
