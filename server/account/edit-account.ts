import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Account, Profile } from '#domain/account.ts'
import { AppError } from '#domain/errors.ts'
import { isReservedName } from '#domain/reserved-name.ts'
import type { Actor } from '#domain/user.ts'
import { findAccount } from '#server/account/find-account.ts'
import type { App } from '#server/platform/app.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Change = { [Key in keyof Profile]?: Profile[Key] | undefined }
const { name, shopName, phone, address, about, extra } = users
const columns = { name, shopName, phone, address, about, extra }
const keys = Object.keys(columns) as (keyof Profile)[]
/** Names that other people read. */
const names = ['name', 'shopName'] as const

/**
 * Changes the given fields of the actor's profile and returns the account. Role, status and address cannot be changed here. Throws
 * `name-reserved` for a new name by which a seller could be taken for the staff; a former admin keeps theirs until they change it.
 */
export async function editAccount(app: App, actor: Actor, change: Change): Promise<Account> {
  await commit(app, async (tx) => {
    const [before] = await tx
      .select(columns)
      .from(users)
      .where(and(eq(users.id, actor.id), stillActive(actor)))
      .for('update')
    if (!before) return rejectInactive(app, actor)
    const fields = keys.filter((key) => change[key] !== undefined && !isDeepStrictEqual(change[key], before[key]))
    if (fields.length === 0) return
    const { marketplaceName } = app.settings.current()
    const taken = names.find((key) => fields.includes(key) && isReservedName(change[key] ?? '', marketplaceName))
    if (taken && actor.role !== 'admin') throw new AppError('name-reserved', { field: `change.${taken}` })
    const pick = (from: Change) => Object.fromEntries(fields.map((key) => [key, from[key]]))
    await tx
      .update(users)
      .set({ ...pick(change), updatedAt: sql`now()` })
      .where(and(eq(users.id, actor.id), stillActive(actor)))
    await record(tx, {
      kind: 'user.profile',
      ...byOwner(actor.id, change.name ?? before.name),
      fields,
      before: pick(before),
      after: pick(change),
    })
  })
  return findAccount(app, actor)
}
