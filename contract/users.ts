import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Device } from '#domain/account.ts'
import { limits } from '#domain/limits.ts'
import { ProductStatus } from '#domain/product.ts'
import { PublicSettings } from '#domain/settings.ts'
import { Day, Id, Moment, Search } from '#domain/text.ts'
import { Code, OwnPassword, roles, SuspensionReason, User, userStatuses } from '#domain/user.ts'

/** The signed-in person, as the browser knows him (spec §4). */
export const Me = User.extend({
  isSupport: z.boolean(),
  /** True for an admin who has to set up a second factor before anything else. */
  lacksSecondFactor: z.boolean(),
})
export type Me = z.infer<typeof Me>

export const userSorts = ['newest', 'oldest', 'name', 'email'] as const
export const UserSort = z.enum(userSorts)

/** A person as admins see him in a list. */
export const UserRow = User.extend({ emailVerified: z.boolean(), isSupport: z.boolean(), suspensionReason: z.string().nullable() })
export type UserRow = z.infer<typeof UserRow>

/** A person with what an admin needs to know before deciding about him. */
export const UserRecord = UserRow.extend({
  suspendedAt: Moment.nullable(),
  suspendedBy: z.string().nullable(),
  /** His products by status: what a suspension would take off sale and out of the queue. */
  products: z.record(ProductStatus, z.int()),
  /** Products that are not archived, those with pictures still on their way included: with one of them a seller cannot become an admin. */
  unarchived: z.int(),
  /** His edit requests that wait for a decision. */
  editRequests: z.int(),
  /** Lines of his that are still to be shipped; while he is suspended an admin can. */
  openLines: z.int(),
  /** Invitations of his that still work, and end with his being an active admin. */
  invitations: z.int(),
  /** Names of the API keys he made that still work: they belong to the installation and stay (product §2). */
  apiKeys: z.array(z.string()),
  /** On how many devices he is signed in. */
  sessions: z.int(),
})
export type UserRecord = z.infer<typeof UserRecord>

const confirmed = oc.input(z.object({ id: Id, password: OwnPassword.optional(), code: Code.optional() })).output(UserRow)
const one = oc.input(z.object({ id: Id })).output(UserRow)

export const users = {
  /** Who is asking, or null for a visitor; with what every screen needs to know. `suspension` tells whoever is signed in and suspended why. */
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
        /** Days of the installation's time zone (TIME_ZONE) on which they registered, both included. */
        from: Day.optional(),
        to: Day.optional(),
        sort: UserSort.default('newest'),
        cursor: z.string().max(2_000).optional(),
        limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size),
      }),
    )
    .output(z.object({ rows: z.array(UserRow), next: z.string().nullable() })),
  get: oc.input(z.object({ id: Id })).output(UserRecord),
  /** Ends all he does at once, takes his products off sale and out of the queue, and leaves their statuses as they are (product §2). */
  suspend: oc.input(z.object({ id: Id, reason: SuspensionReason })).output(UserRow),
  /** Restores exactly what was; he signs in anew. */
  reactivate: one,
  devices: oc.input(z.object({ id: Id })).output(z.array(Device)),
  /** Ends one device of a person, or without one all but the device that asks. */
  signOut: oc.input(z.object({ id: Id, deviceId: Id.optional() })).output(z.object({})),
  /**
   * `password` or `code` proves who asks, where they did not within ten minutes (product §2). Throws `still-selling` for a seller with products
   * that are not archived or lines to ship.
   */
  makeAdmin: confirmed,
  makeSeller: confirmed,
}
