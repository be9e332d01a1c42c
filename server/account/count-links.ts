import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { networkAddress } from '#server/http/client-address.ts'
import { tryOnce } from '#server/limits/attempts.ts'

/** Counts a mail with a link to this mailbox, known or not, so that nobody's is flooded (product §10). Throws `too-many-requests`. */
export async function countLink(app: App, email: string, address?: string): Promise<void> {
  const { linksPerMailbox, linksPerAddress, linksWindowMs: windowMs } = limits.account
  const mailbox = { of: ['link', email], max: linksPerMailbox, windowMs }
  const from = address === undefined ? [] : [{ of: ['link from', networkAddress(address)], max: linksPerAddress, windowMs }]
  await tryOnce(app, [...from, mailbox])
}
