import { removeAvatar } from '#server/account/avatar.ts'
import { cancelEmailChange, changeEmail, sendVerification } from '#server/account/change-email.ts'
import { changePassword } from '#server/account/change-password.ts'
import { closeAccount } from '#server/account/close-account.ts'
import { disconnectProvider } from '#server/account/disconnect-provider.ts'
import { editAccount } from '#server/account/edit-account.ts'
import { findAccount } from '#server/account/find-account.ts'
import { findHome } from '#server/account/find-home.ts'
import { asOwner, asSeller, done, os } from '#server/platform/http/os.ts'
import { confirmSecondFactor, endSecondFactor, newRecoveryCodes, startSecondFactor } from '#server/second-factor/set-up.ts'
import { endDevice, endOtherDevices, listDevices } from '#server/sessions/devices.ts'

export const account = os.account.router({
  get: os.account.get.handler(asOwner(findAccount)),
  home: os.account.home.handler(asSeller(findHome)),
  edit: os.account.edit.handler(asOwner((app, actor, { change }) => editAccount(app, actor, change))),
  removeAvatar: os.account.removeAvatar.handler(asOwner(removeAvatar)),
  changePassword: os.account.changePassword.handler(asOwner((app, actor, input) => done(changePassword(app, actor, input)))),
  changeEmail: os.account.changeEmail.handler(asOwner(changeEmail)),
  keepEmail: os.account.keepEmail.handler(asOwner(cancelEmailChange)),
  sendVerification: os.account.sendVerification.handler(asOwner((app, actor) => done(sendVerification(app, actor)))),
  devices: os.account.devices.handler(asOwner(listDevices)),
  endDevice: os.account.endDevice.handler(asOwner((app, actor, { id }) => done(endDevice(app, actor, id)))),
  endOtherDevices: os.account.endOtherDevices.handler(asOwner((app, actor) => done(endOtherDevices(app, actor)))),
  startSecondFactor: os.account.startSecondFactor.handler(asOwner((app, actor, { password }) => startSecondFactor(app, actor, password))),
  confirmSecondFactor: os.account.confirmSecondFactor.handler(asOwner((app, actor, { code }) => confirmSecondFactor(app, actor, code))),
  newRecoveryCodes: os.account.newRecoveryCodes.handler(asOwner(newRecoveryCodes)),
  disconnectProvider: os.account.disconnectProvider.handler(
    asOwner((app, actor, { password }) => disconnectProvider(app, actor, password)),
  ),
  close: os.account.close.handler(asOwner((app, actor, input) => done(closeAccount(app, actor, input)))),
  endSecondFactor: os.account.endSecondFactor.handler(asOwner((app, actor, input) => done(endSecondFactor(app, actor, input)))),
})
