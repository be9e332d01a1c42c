import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById } from '#contract/page.ts'
import { Account, Device, Profile, RecoveryCodes, SecondFactorSetup } from '#domain/account.ts'
import { Code, Email, OwnPassword, Password } from '#domain/user.ts'

const done = z.object({})

/** The home page of a seller: which steps of setting up are done, what waits for them, and their sales of the last 30 days. */
export const SellerHome = z.object({
  steps: z.object({
    /** Their shop has a name. */
    shop: z.boolean(),
    emailVerified: z.boolean(),
    /** A product of theirs was submitted, or was approved. */
    submitted: z.boolean(),
    approved: z.boolean(),
  }),
  waiting: z.object({
    /** Their orders with lines to be shipped; counted among at most 1000 lines. */
    orders: z.int(),
    rejected: z.int(),
    /** Messages of support, exact to 999. */
    unread: z.int(),
  }),
  sales: z.object({ gross: z.int(), orders: z.int() }),
})
export type SellerHome = z.infer<typeof SellerHome>

/** Given by people who have one; others have signed in at the provider again within ten minutes. */
const password = OwnPassword.optional()

/** The account of the signed-in person (product §2); the session alone decides whose it is. */
export const account = {
  get: oc.output(Account),
  /** For sellers. */
  home: oc.output(SellerHome),
  /** Changes the given fields and leaves the others. */
  edit: oc.input(z.object({ change: Profile.partial().strict() })).output(Account),
  removeAvatar: oc.output(Account),
  /** Ends all other sessions. `current` is not required after a reset link was opened in this session, or if there is no password yet. */
  changePassword: oc.input(z.object({ current: OwnPassword.optional(), password: Password })).output(done),
  /** The new address is used once it is confirmed. */
  changeEmail: oc.input(z.object({ password, email: Email })).output(Account),
  /** Cancels the pending change of address. */
  keepEmail: oc.output(Account),
  /** Sends the link that confirms the current or the pending address again. */
  sendVerification: oc.output(done),
  devices: oc.output(z.array(Device)),
  endDevice: oc.input(ById).output(done),
  endOtherDevices: oc.output(done),
  startSecondFactor: oc.input(z.object({ password })).output(SecondFactorSetup),
  confirmSecondFactor: oc.input(z.object({ code: Code })).output(RecoveryCodes),
  newRecoveryCodes: oc.input(z.object({ password, code: Code })).output(RecoveryCodes),
  /** Permanent; `code` if a second factor is on. */
  close: oc.input(z.object({ password, code: Code.optional() })).output(done),
  /** Disconnects the account from the provider. Throws `only-sign-in` without a password. */
  disconnectProvider: oc.input(z.object({ password })).output(Account),
  endSecondFactor: oc.input(z.object({ password, code: Code })).output(done),
}
