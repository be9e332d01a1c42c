import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { Id, line, Moment, prose } from '#domain/text.ts'
import { User } from '#domain/user.ts'

const { nameMin, nameMax } = limits.user
const { shopNameMax, phoneMax, addressMax, aboutMax, extraMax, extraKeyMax, extraValueMax } = limits.profile

/** Further fields of a profile, as an import brought them or their owner added them (product §2). */
const Extra = z
  .array(z.object({ key: line({ min: 1, max: extraKeyMax }), value: prose({ max: extraValueMax }) }))
  .max(extraMax)
  .refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, 'A field is named twice.')

/** What everybody changes about himself at will. */
export const Profile = z.object({
  name: line({ min: nameMin, max: nameMax }),
  shopName: line({ max: shopNameMax }),
  phone: line({ max: phoneMax }),
  address: prose({ max: addressMax }),
  about: prose({ max: aboutMax }),
  extra: Extra,
})
export type Profile = z.infer<typeof Profile>

/** One's own account, as its owner sees it. */
export const Account = User.extend(Profile.shape).extend({
  /** Address of one's picture, small. */
  avatar: z.string().nullable(),
  emailVerified: z.boolean(),
  /** The new address while it is not confirmed. */
  pendingEmail: z.string().nullable(),
  isSupport: z.boolean(),
  secondFactor: z.object({ on: z.boolean(), recoveryCodesLeft: z.int(), required: z.boolean() }),
  /** True where password or code were given in this session within the last ten minutes: a change of a role does not ask for them again. */
  confirmed: z.boolean(),
  /** True after a reset link was opened in this session: a new password needs no old one. */
  mayChoosePassword: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** A session, as the list of signed-in devices shows it. */
export const Device = z.object({
  id: Id,
  userAgent: z.string(),
  ipAddress: z.string(),
  createdAt: Moment,
  /** When it last asked for anything, to a few minutes. */
  seenAt: Moment,
  /** The one that asks. */
  isThis: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** What an authenticator app is given: the secret for typing, and the address behind the square code. */
export const SecondFactorSetup = z.object({ secret: z.string(), uri: z.string() })
/** Shown once; each opens the account once instead of a code. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
