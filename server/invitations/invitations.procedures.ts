import { createInvitation } from '#server/invitations/create-invitation.ts'
import { listInvitations } from '#server/invitations/list-invitations.ts'
import { withdrawInvitation } from '#server/invitations/withdraw-invitation.ts'
import { actorOf, os } from '#server/platform/http/os.ts'

export const invitations = os.invitations.router({
  list: os.invitations.list.handler(({ context }) => {
    actorOf(context, 'admin')
    return listInvitations(context.app)
  }),
  create: os.invitations.create.handler(({ context, input }) => createInvitation(context.app, actorOf(context, 'admin'), input)),
  withdraw: os.invitations.withdraw.handler(({ context, input }) => withdrawInvitation(context.app, actorOf(context, 'admin'), input.id)),
})
