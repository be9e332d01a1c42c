import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById, page, pageOf } from '#contract/page.ts'
import { Device } from '#domain/account.ts'
import { Person } from '#domain/person.ts'
import { ProductStatus } from '#domain/product.ts'
import { PublicSettings } from '#domain/settings.ts'
import { Day, Id, Moment, Search, Total } from '#domain/text.ts'
import { Code, OwnPassword, roles, SuspensionReason, User, userStatuses } from '#domain/user.ts'

/** The signed-in person, as the browser knows them (spec §4). */
export const Me = User.extend({
  /** The address of their picture. */
  avatar: z.string().nullable(),
  isSupport: z.boolean(),
  /** True for an admin who must set up a second factor first. */
  lacksSecondFactor: z.boolean(),
})
export type Me = z.infer<typeof Me>

const userSorts = ['newest', 'oldest', 'name', 'email'] as const
export const UserSort = z.enum(userSorts)

/** A person in the admins' list. */
export const UserRow = User.extend({
  ...Person.shape,
  emailVerified: z.boolean(),
  isSupport: z.boolean(),
  suspensionReason: z.string().nullable(),
})
export type UserRow = z.infer<typeof UserRow>

/** A person with what an admin needs to know before a move on them. */
export const UserRecord = UserRow.extend({
  phone: z.string(),
  address: z.string(),
  about: z.string(),
  /** The last time they used Backstall on a device that is still signed in; null without one. */
  lastSeenAt: Moment.nullable(),
  suspendedAt: Moment.nullable(),
  suspendedBy: z.string().nullable(),
  /** Their products by status: a suspension takes these off sale and out of the queue. */
  products: z.record(ProductStatus, z.int()),
  /** Products that are not archived, those with pending pictures included: with one of them a seller cannot become an admin. */
  unarchived: z.int(),
  /** Their edit requests that wait for a decision. */
  editRequests: z.int(),
  /** Their lines that are still to be shipped; while they are suspended an admin can ship them. */
  openLines: z.int(),
  /** Their invitations that still work; these end when they stop being an active admin. */
  invitations: z.int(),
  /** Names of the active API keys that they made; the keys belong to the installation and stay (product §2). */
  apiKeys: z.array(z.string()),
  /** The number of devices on which they are signed in. */
  sessions: z.int(),
  /** The sign-in provider whose claim decides their role at each sign-in; null without one. */
  roleDecidedBy: z.string().nullable(),
})
export type UserRecord = z.infer<typeof UserRecord>

const confirmed = oc.input(z.object({ id: Id, password: OwnPassword.optional(), code: Code.optional() })).output(UserRow)
const one = oc.input(ById).output(UserRow)

export const users = {
  /**
   * The signed-in person, or null for a visitor, with the data that every screen needs. `suspension` is the reason for a signed-in person
   * who is suspended.
   */
  me: oc.output(
    z.object({
      user: Me.nullable(),
      suspension: z.object({ reason: z.string().nullable(), appealTo: z.string() }).optional(),
      settings: PublicSettings,
    }),
  ),
  list: oc
    .input(
      z.object({
        search: Search.optional(),
        role: z.enum(roles).optional(),
        status: z.enum(userStatuses).optional(),
        /** Days in the installation's time zone (TIME_ZONE) on which they registered, both included. */
        from: Day.optional(),
        to: Day.optional(),
        sort: UserSort.default('newest'),
        ...page,
      }),
    )
    .output(pageOf(UserRow).extend({ total: Total })),
  /** Whether more people are called so than the search of a list takes sellers from, so that items of some may be missing. */
  areTooMany: oc
    .input(z.object({ search: Search, owners: z.enum(['products', 'editRequests', 'orders']) }))
    .output(z.object({ tooMany: z.boolean() })),
  get: oc.input(ById).output(UserRecord),
  /** Ends all their activity at once, takes their products off sale and out of the queue, and keeps the statuses of these (product §2). */
  suspend: oc.input(z.object({ id: Id, reason: SuspensionReason })).output(UserRow),
  /** Restores exactly what was before; they sign in again. */
  reactivate: one,
  /**
   * Undoes the actor's own suspension or reactivation within `limits.undo.ms` while nothing followed it; `status` is the one it led to. Ended
   * sessions stay ended.
   */
  undo: oc.input(z.object({ id: Id, status: z.enum(['active', 'suspended']) })).output(UserRow),
  devices: oc.input(ById).output(z.array(Device)),
  /** Ends one device of a person; without `deviceId`, all except the device that asks. */
  signOut: oc.input(z.object({ id: Id, deviceId: Id.optional() })).output(z.object({})),
  /**
   * `password` or `code` confirms the caller, unless they confirmed within ten minutes (product §2). Throws `still-selling` for a seller
   * with products that are not archived or lines to ship.
   */
  makeAdmin: confirmed,
  makeSeller: confirmed,
}
