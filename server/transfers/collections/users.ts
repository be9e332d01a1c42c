import { createHash } from 'node:crypto'
import { limits } from '#domain/limits.ts'
import { isPlainText } from '#domain/text.ts'
import { avatarOwner } from '#server/images/image-paths.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { accounts } from '#server/platform/database/tables/sign-in.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { FormerHash, formerHashIn, storedFormer } from '#server/platform/former-passwords.ts'
import { isHash } from '#server/platform/passwords.ts'
import { noteMissing } from '#server/transfers/collections/note-missing.ts'
import { writeStorefrontChanges } from '#server/transfers/collections/storefront-changes.ts'
import type { HashConfig } from '#server/transfers/hash-config.ts'
import type { Item, Kind } from '#server/transfers/kind.ts'
import { accountOf } from '#server/transfers/parse-record.ts'
import { problem } from '#server/transfers/problem.ts'
import type { Account, Shapes } from '#server/transfers/shapes.ts'
import { listed, type Transfer } from '#server/transfers/transfer.ts'
import { upsert } from '#server/transfers/upsert.ts'

type Fields = Record<string, unknown>
/** The account of a person, of this import or an earlier one: its fields without its hash, and a fingerprint of that, which is empty if there never was one. */
type More = { account: Account; fields: Fields; hash: string } | null
type Person = Item<'users', More>

/** People with their accounts of the former service. An admin of there is a seller here until an admin makes them one (product §8). */
export const userKind: Kind<'users', More> = {
  collection: 'users',
  table: users,
  state: ['name', 'email', 'status', 'suspensionReason', 'shopName', 'phone', 'address', 'about', 'extra'],
  compared: (more) => more && [more.fields, more.hash],
  gather: async (transfer, items) => {
    await addAccounts(transfer, items)
    await noteMissing(transfer, items, ({ record }) => (record.backstall?.avatar ? [record.backstall.avatar] : []), 'backstall.avatar')
    for (const one of items) if (!emailOf(one)) one.refusals.push(problem('email-missing', 'email'))
    await findSupport(transfer, items)
  },
  uniques: (one) => [{ field: 'email', code: 'email-taken', key: emailOf(one) }],
  taken: ['join users u on lower(u.email) = g.key and u.id <> g.id'],
  write: async ({ sql, hashes, shapes }, items) => {
    const rows = await sql<Here[]>`
      select id, email, role, email_verified as "emailVerified" from users where id in (select json_array_elements_text(${listed(items.map(({ id }) => id))}::json))`
    const here = new Map(rows.map((row) => [row.id, row]))
    await upsert(
      sql,
      users,
      items.map((one) => ({ ...rowOf(one, here.get(one.id)), extra: extraOf(one.raw, shapes) })),
      { keep: ['role', 'createdAt'] },
    )
    // An export gives no password to an admin, and replaces none that was chosen here.
    const passwords = items.flatMap((one) => {
      const password = here.get(one.id)?.role === 'admin' ? null : passwordOf(one, hashes)
      return password ? [{ id: newId(), accountId: one.id, providerId: 'credential', userId: one.id, password }] : []
    })
    await upsert(sql, accounts, passwords, {
      key: ['providerId', 'accountId'],
      keep: ['id', 'userId'],
      where: `accounts.password like 'former$%'`,
    })
    await writeOwn(sql, items)
    await rememberAccounts(sql, items)
  },
  settle: ({ sql }, items) => writeStorefrontChanges(sql, items, 'seller_id'),
}

/** The picture and the preferences of a person of another Backstall; what was chosen here stays. */
async function writeOwn(sql: Transfer['sql'], items: readonly Person[]): Promise<void> {
  const own = items.flatMap(({ id, record: { backstall } }) => (backstall ? [{ id, owner: avatarOwner({ id }), ...backstall }] : []))
  if (own.length === 0) return
  const rows = await sql<{ id: string; record: string }[]>`
    select id, record from transferred_records where collection = 'users' and record is not null and id in (select json_array_elements_text(${listed(own.map(({ id }) => id))}::json))`
  const earlier = new Map(rows.map(({ id, record }) => [id, JSON.parse(record).backstall?.avatar ?? null]))
  const given = own.map((one) => ({ ...one, former: earlier.get(one.id) ?? null }))
  // A person who removed the picture that an earlier import gave them gets no other one.
  await sql`
    with given as (
      select g.*, f.path from json_to_recordset(${JSON.stringify(given)}::json) g (id text, owner text, avatar text, former text, notify jsonb, "suspendedAt" timestamptz)
      join users u on u.id = g.id
      left join files f on f.path = g.avatar and f.product_id = g.owner and f.stored_at is not null and f.released_at is null
        and not (u.image is null and exists (select from transferred_records o where o.collection = 'files' and o.id = g.former))
    ), named as (
      update files set named_at = coalesce(named_at, now()) from given where files.path = given.path
    )
    update users u set notify = coalesce(u.notify, g.notify), suspended_at = case when u.status = 'suspended' then g."suspendedAt" end,
      image = case when u.image is null or exists (select from files f where f.path = u.image and f.uploaded_by = 'import') then coalesce(g.path, u.image) else u.image end
    from given g where u.id = g.id`
}

const emailOf = ({ record, more }: Person): string => more?.account.email ?? record.email ?? ''

async function addAccounts({ sql, hashes, hasAccounts }: Transfer, items: Person[]): Promise<void> {
  const rows = await sql<{ id: string; record: string }[]>`
    update transfer_accounts set used = true where id in (select json_array_elements_text(${listed(items.map(({ id }) => id))}::json)) returning id, record`
  const before = await sql<{ id: string; record: string; hash: string }[]>`
    select id, record, fingerprint as hash from transferred_records where collection = 'auth' and record is not null
      and id in (select json_array_elements_text(${listed(items.map(({ id }) => id))}::json))`
  const found = new Map(rows.map((row) => [row.id, row]))
  const known = new Map(before.map((row) => [row.id, row]))
  for (const one of items) {
    const given = found.get(one.id)
    const earlier = known.get(one.id)
    const raw: Fields | null = given || earlier ? JSON.parse((given ?? earlier)?.record ?? '') : null
    if (raw) {
      const { passwordHash, salt, backstallHash, ...fields } = raw
      const hash = passwordHash || backstallHash ? fingerprintOf([passwordHash, salt, backstallHash, hashes?.fingerprint]) : earlier?.hash
      one.more = { account: accountOf(raw), fields, hash: hash ?? '' }
    }
    if (!given && hasAccounts && !earlier) one.notes.push(problem('no-account'))
    if (given && Object.keys(one.raw).length === 1) one.notes.push(problem('no-profile'))
    if (given && !one.more?.hash) one.notes.push(problem('hash-missing'))
    else if (given && hasHash(one) && !passwordOf(one, hashes)) one.notes.push(problem('hash-unknown', 'passwordHash'))
    one.asksAdmin = one.record.role === 'admin' && one.record.status !== 'closed'
  }
}

const hasHash = ({ more }: Person) => Boolean(more?.account.passwordHash || more?.account.backstallHash)
const fingerprintOf = (values: unknown[]): string => createHash('sha256').update(JSON.stringify(values)).digest('hex')

/** Stores the accounts without their password hashes: for an export, and for a later import without them. */
async function rememberAccounts(sql: Transfer['sql'], items: readonly Person[]): Promise<void> {
  const rows = items.flatMap(({ id, more }) => (more ? [{ id, record: JSON.stringify(more.fields), hash: more.hash }] : []))
  await sql`
    insert into transferred_records (collection, id, record, fingerprint)
    select 'auth', id, record, hash from json_to_recordset(${JSON.stringify(rows)}::json) g (id text, record text, hash text)
    on conflict (collection, id) do update set record = excluded.record, fingerprint = excluded.fingerprint`
}

/** The account with the support address was made here at the first start: the person of before is that one. */
async function findSupport({ sql, app }: Transfer, items: Person[]): Promise<void> {
  const same = items.filter((one) => emailOf(one) === app.config.supportEmail.toLowerCase())
  const [support] =
    same.length > 0
      ? await sql<{ id: string; former: string | null }[]>`
          select u.id, r.id as former from users u left join transferred_records r on r.collection = 'users' and r.here = u.id
          where lower(u.email) = lower(${app.config.supportEmail})`
      : []
  for (const one of items) {
    if (support && support.id !== one.id && same.includes(one))
      Object.assign(one, {
        refusals: (support.former ?? one.id) === one.id ? one.refusals : [problem('email-taken', 'email')],
        here: support.id,
        asksAdmin: false,
        notes: [problem('is-support')],
      })
    else if (one.asksAdmin) one.notes.push(problem('waits-as-admin', 'role'))
  }
}

function passwordOf({ more }: Person, hashes: HashConfig | null): string | null {
  const own = more?.account.backstallHash
  if (typeof own === 'string' && (isHash(own) || formerHashIn(own))) return own
  if (!more || !hashes) return null
  const { base64_signer_key: signerKey, base64_salt_separator: saltSeparator, rounds, mem_cost: memCost } = hashes
  const { salt, passwordHash: hash } = more.account
  const { data } = FormerHash.safeParse({ signerKey, saltSeparator, rounds, memCost, salt, hash })
  return data ? storedFormer(data) : null
}

const { extraMax, extraKeyMax, extraValueMax } = limits.profile

/** Other fields with a plain value are shown in the profile; all of them are kept with the record (product §2). */
export const extraOf = (raw: Record<string, unknown>, { users: { shape } }: Pick<Shapes, 'users'>) =>
  Object.entries(raw)
    .filter(
      ([key, value]) => !Object.hasOwn(shape, key) && key.length <= extraKeyMax && ['string', 'number', 'boolean'].includes(typeof value),
    )
    .map(([key, value]) => ({ key, value: String(value) }))
    .filter(({ key, value }) => value.length <= extraValueMax && isPlainText(key + value))
    .slice(0, extraMax)

type Here = { id: string; email: string; role: string; emailVerified: boolean }

function rowOf(one: Person, here: Here | undefined) {
  const { id, record, more } = one
  const { shopName, phone, address, about, suspensionReason } = record
  const isClosed = record.status === 'closed'
  const isSuspended = !isClosed && (record.status === 'suspended' || more?.account.disabled)
  const email = emailOf(one)
  const now = new Date().toISOString()
  return {
    id,
    email,
    name: record.name || record.displayName || more?.account.displayName || email.split('@')[0],
    role: 'seller',
    status: isClosed ? 'closed' : isSuspended ? 'suspended' : 'active',
    suspensionReason: isSuspended ? (suspensionReason ?? '') : null,
    emailVerified: more?.account.emailVerified || (here?.email === email && here.emailVerified),
    shopName: shopName ?? '',
    phone: phone ?? '',
    address: address ?? '',
    about: about ?? '',
    createdAt: record.createdAt ?? more?.account.createdAt ?? now,
    updatedAt: record.updatedAt ?? now,
  }
}
