import { limits } from '#domain/limits.ts'
import { isPlainText } from '#domain/text.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { accounts } from '#server/platform/database/tables/sign-in.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { FormerHash, storedFormer } from '#server/platform/former-passwords.ts'
import { isHash } from '#server/platform/passwords.ts'
import type { HashConfig } from '#server/transfers/hash-config.ts'
import type { Item, Kind } from '#server/transfers/kind.ts'
import { problem } from '#server/transfers/problem.ts'
import { Account } from '#server/transfers/shapes.ts'
import { listed, type Transfer } from '#server/transfers/transfer.ts'
import { upsert } from '#server/transfers/upsert.ts'

type More = { account: Account; hashes: string | null } | null
type Person = Item<'users', More>

/** People with their accounts of the former service. An admin of there is a seller here until an admin makes them one (product §8). */
export const userKind: Kind<'users', More> = {
  collection: 'users',
  table: users,
  state: ['name', 'email', 'status', 'suspensionReason', 'shopName', 'phone', 'address', 'about', 'extra'],
  gather: async (transfer, items) => {
    await addAccounts(transfer, items)
    for (const one of items) if (!emailOf(one)) one.refusals.push(problem('email-missing', 'email'))
    await findSupport(transfer, items)
  },
  uniques: (one) => [{ field: 'email', code: 'email-taken', key: emailOf(one) }],
  taken: `select g.code, g.key from json_to_recordset($1::json) g (id text, code text, key text) join users u on lower(u.email) = g.key and u.id <> g.id`,
  write: async ({ sql, hashes }, items) => {
    await upsert(sql, users, items.map(rowOf), { keep: ['role', 'createdAt'] })
    const passwords = items.flatMap((one) => {
      const password = passwordOf(one, hashes)
      return password ? [{ id: newId(), accountId: one.id, providerId: 'credential', userId: one.id, password }] : []
    })
    await upsert(sql, accounts, passwords, { key: ['providerId', 'accountId'], keep: ['id', 'userId'] })
  },
}

const emailOf = ({ record, more }: Person): string => more?.account.email ?? record.email ?? ''

async function addAccounts({ sql, hashes, hasAccounts }: Transfer, items: Person[]): Promise<void> {
  const rows = await sql<{ id: string; record: string }[]>`
    update transfer_accounts set used = true where id in (select json_array_elements_text(${listed(items.map(({ id }) => id))}::json)) returning id, record`
  const found = new Map(rows.map(({ id, record }) => [id, Account.parse(JSON.parse(record))]))
  for (const one of items) {
    const account = found.get(one.id)
    if (account) one.more = { account, hashes: hashes?.fingerprint ?? null }
    else if (hasAccounts) one.notes.push(problem('no-account'))
    if (account && Object.keys(one.raw).length === 1) one.notes.push(problem('no-profile'))
    if (account && !account.passwordHash && !account.backstallHash) one.notes.push(problem('hash-missing'))
    else if (account && !passwordOf(one, hashes)) one.notes.push(problem('hash-unknown', 'passwordHash'))
    one.asksAdmin = one.record.role === 'admin' && one.record.status !== 'closed'
  }
}

/** The account with the support address was made here at the first start: the person of before is that one. */
async function findSupport({ sql, app }: Transfer, items: Person[]): Promise<void> {
  const same = items.filter((one) => emailOf(one) === app.config.supportEmail.toLowerCase())
  const [support] =
    same.length > 0 ? await sql<{ id: string }[]>`select id from users where lower(email) = lower(${app.config.supportEmail})` : []
  for (const one of items) {
    if (support && support.id !== one.id && same.includes(one))
      Object.assign(one, { here: support.id, asksAdmin: false, notes: [problem('is-support')] })
    else if (one.asksAdmin) one.notes.push(problem('waits-as-admin', 'role'))
  }
}

function passwordOf({ more }: Person, hashes: HashConfig | null): string | null {
  const own = more?.account.backstallHash
  if (isHash(own)) return own
  if (!more || !hashes) return null
  const { base64_signer_key: signerKey, base64_salt_separator: saltSeparator, rounds, mem_cost: memCost } = hashes
  const { salt, passwordHash: hash } = more.account
  const { data } = FormerHash.safeParse({ signerKey, saltSeparator, rounds, memCost, salt, hash })
  return data ? storedFormer(data) : null
}

const known = new Set([
  'id',
  'email',
  'name',
  'displayName',
  'role',
  'status',
  'suspensionReason',
  'shopName',
  'phone',
  'address',
  'about',
  'createdAt',
  'updatedAt',
])
const { extraMax, extraKeyMax, extraValueMax } = limits.profile

/** Other fields with a plain value are shown in the profile; all of them are kept with the record (product §2). */
const extraOf = (raw: Record<string, unknown>) =>
  Object.entries(raw)
    .filter(([key, value]) => !known.has(key) && key.length <= extraKeyMax && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([key, value]) => ({ key, value: String(value) }))
    .filter(({ key, value }) => value.length <= extraValueMax && isPlainText(key + value))
    .slice(0, extraMax)

function rowOf(one: Person) {
  const { id, raw, record, more } = one
  const { shopName, phone, address, about, suspensionReason } = record
  const isClosed = record.status === 'closed'
  const isSuspended = !isClosed && (record.status === 'suspended' || more?.account.disabled)
  const email = emailOf(one)
  const now = new Date().toISOString()
  return {
    ...{ id, email, name: record.name || record.displayName || more?.account.displayName || email.split('@')[0], role: 'seller' },
    ...{
      status: isClosed ? 'closed' : isSuspended ? 'suspended' : 'active',
      suspensionReason: isSuspended ? (suspensionReason ?? '') : null,
    },
    ...{
      emailVerified: more?.account.emailVerified ?? false,
      shopName: shopName ?? '',
      phone: phone ?? '',
      address: address ?? '',
      about: about ?? '',
    },
    ...{ extra: extraOf(raw), createdAt: record.createdAt ?? more?.account.createdAt ?? now, updatedAt: record.updatedAt ?? now },
  }
}
