import { z } from 'zod'
import type { ErrorCode } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { say } from '#domain/shape-texts.ts'
import { Id, isOneLine, line, Moment, prose } from '#domain/text.ts'

export const roles = ['seller', 'admin'] as const
export type Role = (typeof roles)[number]

export const userStatuses = ['active', 'suspended', 'closed'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The person who makes the request. It contains the session, so that a write can check it in its own statement. */
export type Actor = {
  id: string
  role: Role
  status: UserStatus
  name: string
  email: string
  sessionId: string
  /** True for an admin who must set up a second factor first. */
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

/** `.invalid` belongs to no one (RFC 2606 §2): closed accounts get such addresses. */
export const Email = z
  .email(say('no-email'))
  .max(limits.user.emailMax)
  .toLowerCase()
  .refine((email) => !email.endsWith('.invalid'), say('no-email'))
export const Password = z
  .string()
  .min(limits.user.passwordMin, say('too-short', { min: limits.user.passwordMin }))
  .max(limits.user.passwordMax, say('too-long', { max: limits.user.passwordMax }))
  .refine(isOneLine, say('control-characters'))

/**
 * The password of the signed-in person, confirmed before a change that could hand over an account or a role. Hashing fills short passwords up
 * with zero bytes, so one with zero bytes behind it would be the same password.
 */
export const OwnPassword = z
  .string()
  .min(1, say('required'))
  .max(limits.user.passwordMax)
  .refine((text) => !text.includes('\0'), say('control-characters'))

export const SignUp = z.object({ name: line({ min: limits.user.nameMin, max: limits.user.nameMax }), email: Email, password: Password })
export type SignUp = z.infer<typeof SignUp>

/** The token of a mailed link (product §2). */
const LinkToken = z.string().min(1).max(100)
export const ForgotPassword = z.object({ email: Email })
export const ResetPassword = z.object({ token: LinkToken, password: Password })
export const VerifyEmail = z.object({ token: LinkToken })

/** Six digits of an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const Code = z
  .string()
  .trim()
  .min(1, say('required'))
  .max(40)
  .refine((text) => text.isWellFormed(), say('no-code'))

export const SignIn = z.object({ email: Email, password: OwnPassword, code: Code.optional() })
export type SignIn = z.infer<typeof SignIn>

/** Why a person is suspended; required, because they are notified of it (product §2). */
export const SuspensionReason = prose({ min: 1, max: limits.user.suspensionReasonMax })

/**
 * One move of an admin on a person: from which statuses and role, whether it takes an active admin away, and whether it needs a recent
 * confirmation by password or code (product §2).
 */
type UserMoveRule = { from: readonly UserStatus[]; role: Role | null; endsAdmin: boolean; confirmed: boolean }

/** The moves of admins on people, listed in a snapshot test (product §2). */
export const userMoves = {
  suspend: { from: ['active'], role: null, endsAdmin: true, confirmed: false },
  reactivate: { from: ['suspended'], role: null, endsAdmin: false, confirmed: false },
  undo: { from: ['active', 'suspended'], role: null, endsAdmin: true, confirmed: false },
  makeAdmin: { from: ['active'], role: 'seller', endsAdmin: false, confirmed: true },
  makeSeller: { from: ['active', 'suspended'], role: 'admin', endsAdmin: true, confirmed: true },
} as const satisfies Record<string, UserMoveRule>
export type UserMove = keyof typeof userMoves

/** The person that a move is about. `isLastAdmin` is known only while the set of admins is locked. */
export type Movable = Pick<User, 'id' | 'role' | 'status'> & { isSupport: boolean; isLastAdmin?: boolean | undefined }

/**
 * Returns what stands in the way of a move on a person as an error code; null means go ahead. The server guards with it, and buttons are
 * disabled by it.
 */
export function whyNotUser(actor: Pick<Actor, 'id' | 'role' | 'status'>, name: UserMove, user: Movable): ErrorCode | null {
  const { from, role, endsAdmin }: UserMoveRule = userMoves[name]
  if (actor.status !== 'active') return 'account-suspended'
  if (actor.role !== 'admin') return 'not-allowed'
  if (!from.includes(user.status) || (role && user.role !== role)) return 'wrong-status'
  if (!endsAdmin) return null
  if (user.id === actor.id) return 'own-account'
  if (user.isSupport) return 'support-account'
  return user.isLastAdmin ? 'last-admin' : null
}
