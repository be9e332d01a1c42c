import { furtherFiles } from '#domain/transfer.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { formerHashIn } from '#server/platform/former-passwords.ts'
import { userKind } from '#server/transfers/collections/users.ts'
import type { Target } from '#server/transfers/export.ts'
import { stateOf } from '#server/transfers/import-batch.ts'
import { accountOf } from '#server/transfers/parse-record.ts'
import type { Account } from '#server/transfers/shapes.ts'

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
  /** Whether the person was not changed here since. */
  same: boolean
}

/** The query of all accounts. */
export const accountRows = `select t.id, t.email, t.name, t.email_verified as "emailVerified", t.status <> 'active' as disabled,
    (extract(epoch from t.created_at) * 1000)::bigint::text as "createdAt", a.password as hash, r.record,
    p.state is not distinct from ${stateOf(users, userKind.state ?? [])} as same
  from users t left join accounts a on a.user_id = t.id and a.provider_id = 'credential'
    left join transferred_records r on r.collection = 'auth' and r.id = t.id
    left join transferred_records p on p.collection = 'users' and p.id = t.id order by t.id`

type Config = { base64_signer_key: string; base64_salt_separator: string; rounds: number; mem_cost: number }
type About = { withPasswordHashes: boolean; formerIds: ReadonlyMap<string, string> }

/**
 * Writes the accounts as the former identity service exports them. With password hashes, those of that service come with the parameters that they
 * share; ours, and those with other parameters, are in a field of their own. An account that was imported has the fields that it had, except those
 * that are others now.
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
    return JSON.stringify(config) === JSON.stringify(own) ? { passwordHash: hash, salt } : { backstallHash: stored }
  }
  async function* lines() {
    yield '{"users":['
    let mark = '\n'
    for await (const page of pages)
      for (const { id, name, createdAt, hash, record, same, ...row } of page) {
        const account =
          record === null
            ? { localId: formerIds.get(id) ?? id, displayName: name, createdAt, ...row }
            : { ...JSON.parse(record), ...changesOf({ ...row, same }, accountOf(JSON.parse(record))) }
        yield `${mark}${JSON.stringify({ ...account, ...hashOf(hash) })}`
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

/** The fields that are others now than in this account. An address or a suspension may have come from the record of the person. */
const changesOf = (
  { email, emailVerified, disabled, same }: Pick<AccountRow, 'email' | 'emailVerified' | 'disabled' | 'same'>,
  before: Account,
) => ({
  ...(!same && email !== before.email && { email }),
  ...(emailVerified !== (before.emailVerified ?? false) && { emailVerified }),
  ...(!same && disabled !== (before.disabled ?? false) && { disabled }),
})
