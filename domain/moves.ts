import type { ErrorCode } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'

/** The subject of a move: an item with a status and an owner. */
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
  /** A pending item of a suspended seller waits until they are reactivated (product §2). */
  restsWithSeller?: true
}

/** Each of these, and each condition of `whyNot`, has a twin in SQL: `server/sessions/move-in-sql.ts`. */
const actorIs = {
  admin: (actor: Actor) => actor.role === 'admin',
  /** Admins do not decide on what they own or submitted (product §2). */
  otherAdmin: (actor: Actor, subject: MoveSubject<string>) =>
    actor.role === 'admin' && actor.id !== subject.seller_id && !subject.submittedByYou,
  owner: (actor: Actor, subject: MoveSubject<string>) => actor.role === 'seller' && actor.id === subject.seller_id,
  /** Owners may restore what they archived themselves, not what an admin archived (product §3, restore). */
  ownerUnlessAdminArchived: (actor: Actor, subject: MoveSubject<string>) =>
    actor.role === 'seller' && actor.id === subject.seller_id && !subject.archivedByAdmin,
}
export type MoveActor = keyof typeof actorIs

/**
 * Returns what stands in the way of a move as an error code; null means go ahead. The server guards with it, and buttons are disabled by
 * it.
 */
export function whyNot<S extends string>(actor: Actor, move: Move<S>, subject: MoveSubject<S>): ErrorCode | null {
  if (actor.status !== 'active') return 'account-suspended'
  if (!move.by.some((who) => actorIs[who](actor, subject))) return whyNotAllowed(actor, move, subject)
  if (!move.from.includes(subject.status)) return 'wrong-status'
  if (move.needsOpenAccount && subject.sellerClosed) return 'seller-closed'
  if (move.needsOpenAccount && subject.sellerIsAdmin) return 'seller-is-admin'
  if (move.restsWithSeller && subject.status === 'pending' && subject.sellerSuspended) return 'seller-suspended'
  return null
}

/**
 * The error code for an actor who may not make this move. If the only obstacle is that an admin archived the item, or that it is the
 * actor's own, the code says so.
 */
function whyNotAllowed(actor: Actor, { by }: Move<string>, subject: MoveSubject<string>): ErrorCode {
  if (by.includes('otherAdmin') && actorIs.admin(actor)) return 'own-product'
  return by.includes('ownerUnlessAdminArchived') && actorIs.owner(actor, subject) ? 'archived-by-admin' : 'not-allowed'
}
