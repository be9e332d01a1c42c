import type { App } from '#server/platform/app.ts'
import { networkAddress } from '#server/platform/http/client-address.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type Allowance, assertWithinLimit, countAttempts } from '#server/platform/rate-limits/attempts.ts'

/** What a mailed link is for. Each purpose is counted separately, so that using up the limit of one does not block another. */
type LinkFor = 'welcome' | 'verify' | 'confirm' | 'change' | 'reset' | 'invite'

const { linksPerMailbox, linksPerAddress, linksWindowMs: windowMs } = limits.account
const mailbox = (purpose: LinkFor, email: string): Allowance => ({ of: ['link', purpose, email], max: linksPerMailbox, windowMs })

/**
 * Counts a mail with a link to this mailbox, whether an account has it or not, so that no mailbox is flooded (product §10). Throws
 * `too-many-requests`.
 */
export async function countLink(app: App, purpose: LinkFor, email: string, address?: string): Promise<void> {
  const from = address === undefined ? [] : [{ of: ['link from', networkAddress(address)], max: linksPerAddress, windowMs }]
  await assertWithinLimit(app, [...from, mailbox(purpose, email)])
}

/** The same for a mail that is only part of another call: returns false instead of throwing. */
export async function mayLink(app: App, purpose: LinkFor, email: string): Promise<boolean> {
  const [tries] = await countAttempts(app, [mailbox(purpose, email)])
  return (tries?.count ?? 0) <= linksPerMailbox
}
