import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Invitation, NewInvitation } from '#domain/invitation.ts'
import { Id } from '#domain/text.ts'

/** Invitations by mail, for admins. Whoever follows the link is told by `POST /api/auth/invitation`, and signs up with it. */
export const invitations = {
  /** Open ones and what lately became of others, newest first. */
  list: oc.output(z.array(Invitation)),
  /** Mails a link that works once, for the address it was sent to; an open invitation of the same address is replaced. */
  create: oc.input(NewInvitation).output(Invitation),
  /** The link works no more. */
  withdraw: oc.input(z.object({ id: Id })).output(Invitation),
}
