import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById } from '#contract/page.ts'
import { Invitation, NewInvitation } from '#domain/invitation.ts'

/** Invitations by mail, for admins. `POST /api/auth/invitation` reads one from its link, and sign-up accepts it. */
export const invitations = {
  /** Open ones and recent others, newest first. */
  list: oc.output(z.array(Invitation)),
  /** Mails a link that works once, for that address; it replaces an open invitation of the same address. */
  create: oc.input(NewInvitation).output(Invitation),
  /** Disables the link. */
  withdraw: oc.input(ById).output(Invitation),
}
