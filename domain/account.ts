import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { eachOnce, Id, line, Moment, prose } from '#domain/text.ts'
import { User } from '#domain/user.ts'

const { nameMin, nameMax } = limits.user
const { shopNameMax, phoneMax, addressMax, aboutMax, extraMax, extraKeyMax, extraValueMax } = limits.profile

/** Further fields of a profile, from an import or added by its owner (product §2). */
const Extra = z
  .array(z.object({ key: line({ min: 1, max: extraKeyMax }), value: prose({ max: extraValueMax }) }))
  .max(extraMax)
  .refine(...eachOnce('field-twice', ({ key }: { key: string }) => key))

/** The fields that people change in their own account at will. */
export const Profile = z.object({
  name: line({ min: nameMin, max: nameMax }),
  shopName: line({ max: shopNameMax }),
  phone: line({ max: phoneMax }),
  address: prose({ max: addressMax }),
  about: prose({ max: aboutMax }),
  extra: Extra,
})
export type Profile = z.infer<typeof Profile>

/** An account, as its owner sees it. */
export const Account = User.extend(Profile.shape).extend({
  /** Address of the small profile picture. */
  avatar: z.string().nullable(),
  emailVerified: z.boolean(),
  /** The new address until it is confirmed. */
  pendingEmail: z.string().nullable(),
  isSupport: z.boolean(),
  secondFactor: z.object({ on: z.boolean(), recoveryCodesLeft: z.int(), required: z.boolean() }),
  /** True if in this session a password or code was given, or the person signed in at the provider, within the last ten minutes: a change of role does not ask for it again. */
  confirmed: z.boolean(),
  /** False for a person who signs in at the provider alone: they confirm changes there. */
  hasPassword: z.boolean(),
  /** The provider of this installation, and whether the account is connected with it; null if there is none. */
  provider: z.object({ name: z.string(), isConnected: z.boolean() }).nullable(),
  /** True after a reset link was opened in this session: a new password does not require the current one. */
  mayChoosePassword: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** A session, as listed under signed-in devices. */
export const Device = z.object({
  id: Id,
  userAgent: z.string(),
  ipAddress: z.string(),
  createdAt: Moment,
  /** Time of the last request, to a few minutes. */
  seenAt: Moment,
  /** True for the device that makes this request. */
  isThis: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** The input of an authenticator app: the secret to type, and the URI behind the QR code. */
export const SecondFactorSetup = z.object({ secret: z.string(), uri: z.string() })
/** Shown once; each replaces a code once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
