import type { ErrorCode } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'

/** What a move is asked of: anything with a status and an owner. */
export type Thing<Status extends string> = {
  status: Status
  seller_id: string | null
  /** True where the person who asks is one of its former owners since it was submitted. */
  submittedByYou?: boolean | undefined
  archivedByAdmin?: boolean
  /** True where whose it is has closed the account. */
  sellerClosed?: boolean | undefined
  /** True where its owner is an admin now. */
  sellerIsAdmin?: boolean | undefined
  /** True where whose it is is suspended. */
  sellerSuspended?: boolean | undefined
}

/** One allowed change of status: who may make it, from where, to where. */
export type Move<Status extends string> = {
  from: readonly Status[]
  to: Status | null
  by: readonly Who[]
  /** Only while its owner is a seller and has not closed the account (product §2). */
  needsOpenAccount?: true
  /** What is pending waits for the return of a suspended seller (product §2). */
  restsWithSeller?: true
}

const actorIs = {
  admin: (actor: Actor) => actor.role === 'admin',
  /** Nobody decides on what they own or submitted (product §2). */
  otherAdmin: (actor: Actor, thing: Thing<string>) => actor.role === 'admin' && actor.id !== thing.seller_id && !thing.submittedByYou,
  owner: (actor: Actor, thing: Thing<string>) => actor.role === 'seller' && actor.id === thing.seller_id,
  /** The owner may undo what he did himself, not what an admin did (product §3, restore). */
  ownerUnlessAdminArchived: (actor: Actor, thing: Thing<string>) =>
    actor.role === 'seller' && actor.id === thing.seller_id && !thing.archivedByAdmin,
}
export type Who = keyof typeof actorIs

/** Says what stands in the way of a move; null means go ahead. The server guards with it, a button is disabled by it. */
export function whyNot<S extends string>(actor: Actor, move: Move<S>, thing: Thing<S>): ErrorCode | null {
  if (actor.status !== 'active') return 'account-suspended'
  if (!move.by.some((who) => actorIs[who](actor, thing))) return whyNobody(actor, move, thing)
  if (!move.from.includes(thing.status)) return 'wrong-status'
  if (move.needsOpenAccount && thing.sellerClosed) return 'seller-closed'
  if (move.needsOpenAccount && thing.sellerIsAdmin) return 'seller-is-admin'
  if (move.restsWithSeller && thing.status === 'pending' && thing.sellerSuspended) return 'seller-suspended'
  return null
}

/** Whoever could make this move had an admin not archived the thing, or were it not theirs, is told so, not that they may never. */
function whyNobody(actor: Actor, { by }: Move<string>, thing: Thing<string>): ErrorCode {
  if (by.includes('otherAdmin') && actorIs.admin(actor)) return 'own-product'
  return by.includes('ownerUnlessAdminArchived') && actorIs.owner(actor, thing) ? 'archived-by-admin' : 'not-allowed'
}
