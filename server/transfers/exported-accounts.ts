import { furtherFiles } from '#domain/transfer.ts'
import { formerHashIn } from '#server/platform/former-passwords.ts'
import type { Target } from '#server/transfers/export.ts'

export type AccountRow = {
  id: string
  email: string
  name: string
  emailVerified: boolean
  disabled: boolean
  createdAt: string
  hash: string | null
  /** The account as it was imported, without its hash. */
  record: string | null
}

/** The query of all accounts. */
export const accountRows = `select u.id, u.email, u.name, u.email_verified as "emailVerified", u.status <> 'active' as disabled,
    (extract(epoch from u.created_at) * 1000)::bigint::text as "createdAt", a.password as hash, r.record
  from users u left join accounts a on a.user_id = u.id and a.provider_id = 'credential'
    left join transferred_records r on r.collection = 'auth' and r.id = u.id order by u.id`

type Config = { base64_signer_key: string; base64_salt_separator: string; rounds: number; mem_cost: number }
type About = { withPasswordHashes: boolean; formerIds: ReadonlyMap<string, string> }

/**
 * Writes the accounts as the former identity service exports them. With password hashes, those of that service come with the parameters that they
 * share; ours are in a field of their own.
 */
export async function exportAccounts(
  pages: AsyncIterable<AccountRow[]>,
  { text }: Target,
  { withPasswordHashes, formerIds }: About,
): Promise<void> {
  let config: Config | null = null
  const hashOf = (stored: string | null) => {
    if (!withPasswordHashes || stored === null) return {}
    const former = formerHashIn(stored)
    if (!former) return { backstallHash: stored }
    const { signerKey, saltSeparator, rounds, memCost, salt, hash } = former
    const own = { base64_signer_key: signerKey, base64_salt_separator: saltSeparator, rounds, mem_cost: memCost }
    config ??= own
    // A file has the parameters of one former service.
    return JSON.stringify(config) === JSON.stringify(own) ? { passwordHash: hash, salt } : {}
  }
  async function* lines() {
    yield '{"users":['
    let mark = '\n'
    for await (const page of pages)
      for (const { id, name, createdAt, hash, record, ...row } of page) {
        const former = { localId: formerIds.get(id) ?? id, displayName: name, createdAt, ...(record === null ? {} : JSON.parse(record)) }
        yield `${mark}${JSON.stringify({ ...former, ...row, ...hashOf(hash) })}`
        mark = ',\n'
      }
    yield '\n]}\n'
  }
  async function* parameters() {
    yield `${JSON.stringify(config, null, 1)}\n`
  }
  await text(furtherFiles.accounts, lines())
  if (config) await text(furtherFiles.hashes, parameters())
}
