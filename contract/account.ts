import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Account, Device, Profile, RecoveryCodes, SecondFactorSetup } from '#domain/account.ts'
import { Id } from '#domain/text.ts'
import { Code, Email, OwnPassword, Password } from '#domain/user.ts'

const done = z.object({})

/** One's own account (product §2); whose it is comes from the session alone. */
export const account = {
  get: oc.output(Account),
  /** Changes the given fields and leaves the others. */
  edit: oc.input(z.object({ change: Profile.partial().strict() })).output(Account),
  removeAvatar: oc.output(Account),
  /** `current` is not asked after a reset link was opened in this session. All other sessions end. */
  changePassword: oc.input(z.object({ current: OwnPassword.optional(), password: Password })).output(done),
  /** The new address is used from the moment it is confirmed. */
  changeEmail: oc.input(z.object({ password: OwnPassword, email: Email })).output(Account),
  /** Takes the wish for a new address back. */
  keepEmail: oc.output(Account),
  /** Sends the link again that confirms the present or the pending address. */
  sendVerification: oc.output(done),
  devices: oc.output(z.array(Device)),
  endDevice: oc.input(z.object({ id: Id })).output(done),
  endOtherDevices: oc.output(done),
  startSecondFactor: oc.input(z.object({ password: OwnPassword })).output(SecondFactorSetup),
  confirmSecondFactor: oc.input(z.object({ code: Code })).output(RecoveryCodes),
  newRecoveryCodes: oc.input(z.object({ password: OwnPassword, code: Code })).output(RecoveryCodes),
  /** For good; `code` where a second factor is on. */
  close: oc.input(z.object({ password: OwnPassword, code: Code.optional() })).output(done),
  endSecondFactor: oc.input(z.object({ password: OwnPassword, code: Code })).output(done),
}
