import type { ErrorCode } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'

/** The subject of a move: anything with a status and an owner. */
export type MoveSubject<Status extends string> = {
  status: Status
  seller_id: string | null
  /** True if the actor is a former owner since it was last submitted. */
  submittedByYou?: boolean | undefined
  archivedByAdmin?: boolean
  /** True if its seller has closed the account. */
  sellerClosed?: boolean | undefined
  /** True if its owner is now an admin. */
  sellerIsAdmin?: boolean | undefined
  /** True if its seller is suspended. */
  sellerSuspended?: boolean | undefined
}

/** One allowed change of status: by whom, from where, to where. */
export type Move<Status extends string> = {
  from: readonly Status[]
  to: Status | null
  by: readonly MoveActor[]
  /** Only while its owner is a seller whose account is not closed (product §3). */
  needsOpenAccount?: true
  /** A pending thing of a suspended seller waits until they are reactivated (product §2). */
  restsWithSeller?: true
}

const actorIs = {
  admin: (actor: Actor) => actor.role === 'admin',
  /** Admins do not decide on what they own or submitted (product §2). */
  otherAdmin: (actor: Actor, thing: MoveSubject<string>) => actor.role === 'admin' && actor.id !== thing.seller_id && !thing.submittedByYou,
  owner: (actor: Actor, thing: MoveSubject<string>) => actor.role === 'seller' && actor.id === thing.seller_id,
  /** Owners may restore what they archived themselves, not what an admin archived (product §3, restore). */
  ownerUnlessAdminArchived: (actor: Actor, thing: MoveSubject<string>) =>
    actor.role === 'seller' && actor.id === thing.seller_id && !thing.archivedByAdmin,
}
export type MoveActor = keyof typeof actorIs

/**
 * Returns what stands in the way of a move as an error code; null means go ahead. The server guards with it, and buttons are disabled by
 * it.
 */
export function whyNot<S extends string>(actor: Actor, move: Move<S>, thing: MoveSubject<S>): ErrorCode | null {
  if (actor.status !== 'active') return 'account-suspended'
  if (!move.by.some((who) => actorIs[who](actor, thing))) return whyNotAllowed(actor, move, thing)
  if (!move.from.includes(thing.status)) return 'wrong-status'
  if (move.needsOpenAccount && thing.sellerClosed) return 'seller-closed'
  if (move.needsOpenAccount && thing.sellerIsAdmin) return 'seller-is-admin'
  if (move.restsWithSeller && thing.status === 'pending' && thing.sellerSuspended) return 'seller-suspended'
  return null
}

/**
 * The error code for an actor who may not make this move. An actor who could, had an admin not archived the thing or were it not their own,
 * gets that reason.
 */
function whyNotAllowed(actor: Actor, { by }: Move<string>, thing: MoveSubject<string>): ErrorCode {
  if (by.includes('otherAdmin') && actorIs.admin(actor)) return 'own-product'
  return by.includes('ownerUnlessAdminArchived') && actorIs.owner(actor, thing) ? 'archived-by-admin' : 'not-allowed'
}
