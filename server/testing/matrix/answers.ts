import type { contract } from '#contract/contract.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { ProductStatus } from '#domain/product.ts'
import type { Role, UserStatus } from '#domain/user.ts'

type Contract = typeof contract
/** Every call, as `noun.verb`. */
export type CallName = { [Noun in keyof Contract & string]: `${Noun}.${keyof Contract[Noun] & string}` }[keyof Contract & string]

/** The callers: `owner` with their own fixture, `rival` with the same fixture, which belongs to another seller. */
export const actors = ['visitor', 'suspended', 'owner', 'rival', 'admin'] as const
export type ActorName = (typeof actors)[number]
export type Answer = 'ok' | ErrorCode | 'storage/object-not-found'
export type Answers = Record<ActorName, Answer>

/** The ids a call is made with. The unknown fixture has the same shape, and nothing in it exists. */
export type Fixture = {
  id: string
  named: string
  uploaded: string
  noticeId: string
  bulkId: string
  importId: string
  transferId: string
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
  viewId: string
  chatId: string
  webhookId: string
  deliveryId: string
}

export type Row = {
  answers: Answers
  /** The input. Every request gets a new fixture. */
  input?: (fixture: Fixture) => unknown
  /** The status of the product it is about. */
  about?: ProductStatus | 'unfinished' | 'ownerless'
  /** The asking person has just made this decision. */
  decidedByAsker?: 'product.archive' | 'editRequest.reject' | 'user.suspend'
  /** What the other person is, for a call about one; by default an active seller. */
  other?: { status?: UserStatus; role?: Role }
  /** The answer to an unknown id for those who may make the call; without it the call has no id, or ignores it. */
  unknown?: Answer
  /** It creates something, so that no two answers are alike. */
  makes?: true
}

/** A plain route with its path and body. */
export type PlainRow = {
  answers: Answers
  /** By default the path of the route itself. */
  path?: (fixture: Fixture) => string
  send?: () => { body?: Uint8Array<ArrayBuffer>; json?: unknown; headers?: Record<string, string> }
  about?: ProductStatus
  unknown?: Answer
  decidedByAsker?: undefined
  other?: undefined
  makes?: true
  /** The answer has no end: only its beginning is read. */
  endless?: true
}

/** The same answer to all of them. */
export const everyone = (answer: Answer): Answers => ({ visitor: answer, suspended: answer, owner: answer, rival: answer, admin: answer })
export const anyone = everyone('ok')
export const signedIn: Answers = { ...anyone, visitor: 'not-signed-in', suspended: 'account-suspended' }
export const adminsOnly: Answers = { ...signedIn, owner: 'not-allowed', rival: 'not-allowed' }
export const sellersOnly: Answers = { ...signedIn, admin: 'not-allowed' }
export const ownerOnly: Answers = { ...sellersOnly, rival: 'not-found' }
/** An admin has imports and saved views too, but not these. */
export const ownFile: Answers = { ...signedIn, rival: 'not-found', admin: 'not-found' }
/** The same refusal to all who are signed in. */
const refusal = (answer: Answer): Answers => ({ ...signedIn, owner: answer, rival: answer, admin: answer })
export const withPassword = refusal('wrong-password')
export const notFoundForAll = refusal('not-found')
export const notBegun = refusal('wrong-status')
export const ownerAndAdmin: Answers = { ...signedIn, rival: 'not-found' }

/** The answers to a call about one item: to those who may make it, an unknown one is not found. */
export const aboutOne = (answers: Answers) => ({ answers, unknown: 'not-found' }) as const
