import { createInvitation, listInvitations, withdrawInvitation } from '#server/invitations/invitations.ts'
import { actorOf, forAdmins, os } from '#server/platform/http/os.ts'

export const invitations = os.invitations.router({
  list: os.invitations.list.handler(forAdmins(listInvitations)),
  create: os.invitations.create.handler(({ context, input }) => createInvitation(context.app, actorOf(context, 'admin'), input)),
  withdraw: os.invitations.withdraw.handler(({ context, input }) => withdrawInvitation(context.app, actorOf(context, 'admin'), input.id)),
})
