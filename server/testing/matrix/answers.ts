import type { contract } from '#contract/contract.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { ProductStatus } from '#domain/product.ts'
import type { Role, UserStatus } from '#domain/user.ts'

type Contract = typeof contract
/** Every call, as `noun.verb`. */
export type CallName = { [Noun in keyof Contract & string]: `${Noun}.${keyof Contract[Noun] & string}` }[keyof Contract & string]

/** Who calls: `owner` with what is his own, `rival` with the same things, which are another seller's. */
export const actors = ['visitor', 'suspended', 'owner', 'rival', 'admin'] as const
export type ActorName = (typeof actors)[number]
export type Answer = 'ok' | ErrorCode
export type Answers = Record<ActorName, Answer>

/** What a call is made about. An unknown thing has the same shape and does not exist. */
export type Fixture = {
  id: string
  named: string
  uploaded: string
  noticeId: string
  bulkId: string
  importId: string
  requestId: string
  /** An order with an open and a shipped line of the owner; another one is paid. */
  orderId: string
  paidOrderId: string
  openLineId: string
  shippedLineId: string
  ownerId: string
  otherId: string
  invitationId: string
  keyId: string
  chatId: string
  webhookId: string
  deliveryId: string
}

export type Row = {
  answers: Answers
  /** The input; the thing is made anew for every try. */
  input?: (thing: Fixture) => unknown
  /** The status of the product it is about. */
  about?: ProductStatus | 'unfinished' | 'ownerless'
  /** What the other person is, where it is about one; else an active seller. */
  other?: { status?: UserStatus; role?: Role }
  /** What an unknown id answers those who may make the call; without it the call names nothing, or does not mind. */
  unknown?: Answer
  /** It makes something new, so that no two answers are alike. */
  makes?: true
}

/** A plain route: what is asked for, with what. */
export type PlainRow = {
  answers: Answers
  path: (thing: Fixture) => string
  send?: () => { body?: Uint8Array<ArrayBuffer>; json?: unknown; headers?: Record<string, string> }
  about?: ProductStatus
  unknown?: Answer
  other?: undefined
  makes?: true
  /** The answer has no end: only its beginning is read. */
  endless?: true
}

export const everybody: Answers = { visitor: 'ok', suspended: 'ok', owner: 'ok', rival: 'ok', admin: 'ok' }
export const signedIn: Answers = { ...everybody, visitor: 'not-signed-in', suspended: 'account-suspended' }
export const adminsOnly: Answers = { ...signedIn, owner: 'not-allowed', rival: 'not-allowed' }
export const sellersOnly: Answers = { ...signedIn, admin: 'not-allowed' }
export const ownerOnly: Answers = { ...sellersOnly, rival: 'not-found' }
/** An admin has files of his own, which these are not. */
export const ownFile: Answers = { ...signedIn, rival: 'not-found', admin: 'not-found' }
export const withPassword: Answers = { ...signedIn, owner: 'wrong-password', rival: 'wrong-password', admin: 'wrong-password' }
export const nothingOfThat: Answers = { ...signedIn, owner: 'not-found', rival: 'not-found', admin: 'not-found' }
export const notBegun: Answers = { ...signedIn, owner: 'wrong-status', rival: 'wrong-status', admin: 'wrong-status' }
export const ownerAndAdmin: Answers = { ...signedIn, rival: 'not-found' }
