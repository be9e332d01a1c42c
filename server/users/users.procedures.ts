import { asAdmin, done, forAdmins, os } from '#server/platform/http/os.ts'
import { makeAdmin, makeSeller } from '#server/users/change-role.ts'
import { findMe, findSuspension } from '#server/users/find-me.ts'
import { findUser } from '#server/users/find-user.ts'
import { areTooMany, listUsers } from '#server/users/list-users.ts'
import { listDevicesOf, signOutUser } from '#server/users/sign-out-user.ts'
import { reactivateUser, suspendUser } from '#server/users/suspension.ts'
import { undoUser } from '#server/users/undo-user.ts'

export const users = os.users.router({
  me: os.users.me.handler(async ({ context: { app, actor } }) => {
    // Screens treat suspended people as visitors; their remaining sessions get the reason.
    const user = actor?.status === 'active' ? await findMe(app, actor.id) : null
    const suspension = actor?.status === 'suspended' ? await findSuspension(app, actor.id) : undefined
    await app.settings.settled()
    const { oidc, passwordSignIn, smtpUrl } = app.config
    const settings = {
      ...app.settings.public(),
      ...(oidc && { signIn: { provider: oidc.name, password: passwordSignIn } }),
      ...(!smtpUrl && { mailsAreFiles: true }),
    }
    return { user, settings, ...(suspension && { suspension }) }
  }),
  list: os.users.list.handler(forAdmins(listUsers)),
  areTooMany: os.users.areTooMany.handler(forAdmins(areTooMany)),
  get: os.users.get.handler(forAdmins((app, { id }) => findUser(app, id))),
  suspend: os.users.suspend.handler(asAdmin(suspendUser)),
  reactivate: os.users.reactivate.handler(asAdmin((app, actor, { id }) => reactivateUser(app, actor, id))),
  undo: os.users.undo.handler(asAdmin(undoUser)),
  devices: os.users.devices.handler(asAdmin((app, actor, { id }) => listDevicesOf(app, actor, id))),
  signOut: os.users.signOut.handler(asAdmin((app, actor, input) => done(signOutUser(app, actor, input)))),
  makeAdmin: os.users.makeAdmin.handler(asAdmin(makeAdmin)),
  makeSeller: os.users.makeSeller.handler(asAdmin(makeSeller)),
})
