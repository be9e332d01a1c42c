import { implement } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor, Role } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Pool } from '#server/platform/database/database.ts'

/** What every procedure gets: the app, and the person who asks (null for a visitor). */
export type Context = { app: App; actor: Actor | null }

/** The pool of a call, if not the ordinary one: chat, notifications and `users.me` have their own. */
function poolOf({ identity, chat, notices }: App, [noun, call]: readonly string[]): Pool | null {
  if (noun === 'chats') return chat
  if (noun === 'notifications') return notices
  return noun === 'users' && call === 'me' ? identity : null
}

/**
 * Answers are not validated again before they are sent: the compiler has done that, and the matrix proves that they contain only fields of
 * the contract. For a list it cost as much as the query.
 */
export const os = implement(contract)
  .$context<Context>()
  .$config({ initialOutputValidationIndex: Number.NaN })
  .use(({ context: { app }, path, next }) => next({ context: { app: { ...app, ...poolOf(app, path) } } }))

/** A handler for admins, where it makes no difference which of them asks. */
export const forAdmins =
  <Input, Answer>(use: (app: App, input: Input) => Answer) =>
  ({ context, input }: { context: Context; input: Input }): Answer => {
    actorOf(context, 'admin')
    return use(context.app, input)
  }

const asActor =
  (actorIn: (context: Context) => Actor) =>
  <Input, Answer>(use: (app: App, actor: Actor, input: Input) => Answer) =>
  ({ context, input }: { context: Context; input: Input }): Answer =>
    use(context.app, actorIn(context), input)

/** Handlers that pass on who asks. Throw as `actorOf`; the last one is for calls of people about themselves, and throws as `ownerOf`. */
export const asAdmin = asActor((context) => actorOf(context, 'admin'))
export const asSeller = asActor((context) => actorOf(context, 'seller'))
export const asPerson = asActor((context) => actorOf(context))
export const asOwner = asActor(ownerOf)

/** The answer of a call that has nothing to tell. */
export async function done(work: Promise<void>): Promise<Record<never, never>> {
  await work
  return {}
}

/**
 * The person who asks, in a call about themselves. Includes an admin without a second factor, who sets it up there. Throws `not-signed-in`,
 * `account-suspended`, `account-closed`.
 */
export function ownerOf({ actor }: Pick<Context, 'actor'>): Actor {
  if (!actor) throw new AppError('not-signed-in')
  if (actor.status === 'closed') throw new AppError('account-closed')
  if (actor.status !== 'active') throw new AppError('account-suspended')
  return actor
}

/**
 * The person who asks. Throws `not-signed-in`, `account-suspended`, `account-closed`, `second-factor-required`, or `not-allowed` for the
 * wrong role.
 */
export function actorOf(context: Pick<Context, 'actor'>, role?: Role): Actor {
  const actor = ownerOf(context)
  if (actor.lacksSecondFactor) throw new AppError('second-factor-required')
  if (role && actor.role !== role) throw new AppError('not-allowed')
  return actor
}
