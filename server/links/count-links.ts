import { limits } from '#domain/limits.ts'
import type { App } from '#server/platform/app.ts'
import { networkAddress } from '#server/platform/http/client-address.ts'
import { type Allowance, countAttempt, countTries } from '#server/platform/rate-limits/attempts.ts'

/** What a mail with a link is for; each is counted apart, so that whoever uses one up keeps nobody from another. */
type LinkFor = 'welcome' | 'verify' | 'confirm' | 'reset' | 'invite'

const { linksPerMailbox, linksPerAddress, linksWindowMs: windowMs } = limits.account
const mailbox = (purpose: LinkFor, email: string): Allowance => ({ of: ['link', purpose, email], max: linksPerMailbox, windowMs })

/** Counts a mail with a link to this mailbox, known or not, so that nobody's is flooded (product §10). Throws `too-many-requests`. */
export async function countLink(app: App, purpose: LinkFor, email: string, address?: string): Promise<void> {
  const from = address === undefined ? [] : [{ of: ['link from', networkAddress(address)], max: linksPerAddress, windowMs }]
  await countAttempt(app, [...from, mailbox(purpose, email)])
}

/** The same where the mail is no matter of its own: answers whether it may still be sent. */
export async function mayLink(app: App, purpose: LinkFor, email: string): Promise<boolean> {
  const [tries] = await countTries(app, [mailbox(purpose, email)])
  return (tries?.count ?? 0) <= linksPerMailbox
}
