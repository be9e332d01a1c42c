import { createInvitation, listInvitations, withdrawInvitation } from '#server/invitations/invitations.ts'
import { asAdmin, forAdmins, os } from '#server/platform/http/os.ts'

export const invitations = os.invitations.router({
  list: os.invitations.list.handler(forAdmins(listInvitations)),
  create: os.invitations.create.handler(asAdmin(createInvitation)),
  withdraw: os.invitations.withdraw.handler(asAdmin((app, actor, { id }) => withdrawInvitation(app, actor, id))),
})
