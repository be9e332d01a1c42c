import { removeAvatar } from '#server/account/avatar.ts'
import { cancelEmailChange, changeEmail, sendVerification } from '#server/account/change-email.ts'
import { changePassword } from '#server/account/change-password.ts'
import { closeAccount } from '#server/account/close-account.ts'
import { disconnectProvider } from '#server/account/disconnect-provider.ts'
import { editAccount } from '#server/account/edit-account.ts'
import { findAccount } from '#server/account/find-account.ts'
import { findHome } from '#server/account/find-home.ts'
import { actorOf, done, os, ownerOf } from '#server/platform/http/os.ts'
import { confirmSecondFactor, endSecondFactor, newRecoveryCodes, startSecondFactor } from '#server/second-factor/set-up.ts'
import { endDevice, endOtherDevices, listDevices } from '#server/sessions/devices.ts'

export const account = os.account.router({
  get: os.account.get.handler(({ context }) => findAccount(context.app, ownerOf(context))),
  home: os.account.home.handler(({ context }) => findHome(context.app, actorOf(context, 'seller'))),
  edit: os.account.edit.handler(({ context, input }) => editAccount(context.app, ownerOf(context), input.change)),
  removeAvatar: os.account.removeAvatar.handler(({ context }) => removeAvatar(context.app, ownerOf(context))),
  changePassword: os.account.changePassword.handler(({ context, input }) => done(changePassword(context.app, ownerOf(context), input))),
  changeEmail: os.account.changeEmail.handler(({ context, input }) => changeEmail(context.app, ownerOf(context), input)),
  keepEmail: os.account.keepEmail.handler(({ context }) => cancelEmailChange(context.app, ownerOf(context))),
  sendVerification: os.account.sendVerification.handler(({ context }) => done(sendVerification(context.app, ownerOf(context)))),
  devices: os.account.devices.handler(({ context }) => listDevices(context.app, ownerOf(context))),
  endDevice: os.account.endDevice.handler(({ context, input }) => done(endDevice(context.app, ownerOf(context), input.id))),
  endOtherDevices: os.account.endOtherDevices.handler(({ context }) => done(endOtherDevices(context.app, ownerOf(context)))),
  startSecondFactor: os.account.startSecondFactor.handler(({ context, input }) =>
    startSecondFactor(context.app, ownerOf(context), input.password),
  ),
  confirmSecondFactor: os.account.confirmSecondFactor.handler(({ context, input }) =>
    confirmSecondFactor(context.app, ownerOf(context), input.code),
  ),
  newRecoveryCodes: os.account.newRecoveryCodes.handler(({ context, input }) => newRecoveryCodes(context.app, ownerOf(context), input)),
  disconnectProvider: os.account.disconnectProvider.handler(({ context, input }) =>
    disconnectProvider(context.app, ownerOf(context), input.password),
  ),
  close: os.account.close.handler(({ context, input }) => done(closeAccount(context.app, ownerOf(context), input))),
  endSecondFactor: os.account.endSecondFactor.handler(({ context, input }) => done(endSecondFactor(context.app, ownerOf(context), input))),
})
