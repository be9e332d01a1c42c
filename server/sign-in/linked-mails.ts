import { makeInviteToken } from '#server/invitations/accept-invitation.ts'
import { makeToken, type Purpose, sweepTokens } from '#server/links/tokens.ts'
import { withoutWithdrawn } from '#server/notifications/write-notices.ts'
import type { App } from '#server/platform/app.ts'
import type { Complete, LinkedMails } from '#server/platform/mail/mail-worker.ts'

type Person = { id: string; name: string; emailVerified: boolean }

/** The active person with this address or, for the purpose `email`, with this pending address. */
async function personAt({ sql }: App, to: string, purpose: Purpose, id: unknown): Promise<Person | null> {
  const at = purpose === 'email' ? sql`id = ${String(id)} and lower(pending_email) = lower(${to})` : sql`lower(email) = lower(${to})`
  const [person] = await sql<Person[]>`
    select id, name, email_verified as "emailVerified" from users where ${at} and status = 'active'`
  return person ?? null
}

/** Makes the token when the mail is sent: it is stored nowhere before, its hour begins then, and the person is looked up then. */
const withLink =
  (purpose: Purpose, parameter: 'reset' | 'verify'): Complete =>
  async (app, to, { values }) => {
    const person = await personAt(app, to, purpose, values?.userId)
    if (!person || (purpose === 'verify' && person.emailVerified)) return null
    const token = await makeToken(app, { userId: person.id, purpose, email: to })
    return { values: { ...values, name: person.name }, link: `/login?${parameter}=${token}` }
  }

/** Makes the link of an invitation when its mail is sent, only while the invitation is open. */
const invitation: Complete = async (app, _, { values }) => {
  const made = await makeInviteToken(app, String(values?.invitationId))
  if (!made) return null
  const { token, role, invitedBy } = made
  return { values: { ...values, role: role === 'admin' ? 'an admin' : 'a seller', invitedBy }, link: `/register?invite=${token}` }
}

/** If the wanted address has an account, its owner is notified that another person asked for it; the asking person is not. */
const confirmEmail: Complete = async (app, to, content) => {
  const owner = await personAt(app, to, 'verify', null)
  if (!owner) return withLink('email', 'verify')(app, to, content)
  const stands = await personAt(app, to, 'email', content.values?.userId)
  return stands && { template: 'addressTaken', values: { name: owner.name } }
}

/** The mails with a link that works once, and those about decisions, some of which may have been undone. */
export const linkedMails: LinkedMails = {
  complete: {
    invitation,
    resetPassword: withLink('reset', 'reset'),
    verifyEmail: withLink('verify', 'verify'),
    confirmEmail,
    notices: withoutWithdrawn,
  },
  sweep: sweepTokens,
}
