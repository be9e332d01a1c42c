import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { Chat } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { chatNotFound, findChatOf } from '#server/chats/read-chat.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

/**
 * Finds or creates the one chat of a participant (spec §7): the actor's own, or for an admin that of any person. If it is opened twice at
 * once, the database prevents a second one. Throws `not-found`, `no-admin`, and `not-allowed` to the support admin, who answers but does
 * not ask.
 */
export async function openChat(app: App, actor: Actor, { buyerId = actor.id }: Inputs['chats']['open']): Promise<Chat> {
  if (buyerId !== actor.id && actor.role !== 'admin') throw chatNotFound()
  const known = await findChatOf(app, actor, buyerId)
  if (known && !isSupport(app, actor, buyerId)) return known
  await makeChat(app, actor, buyerId)
  return (await findChatOf(app, actor, buyerId)) ?? explain(app, actor, buyerId)
}

const isSupport = ({ config }: App, { id, email }: Actor, buyerId: string) =>
  id === buyerId && email.toLowerCase() === config.supportEmail.toLowerCase()

async function makeChat(app: App, actor: Actor, buyerId: string): Promise<void> {
  if (isSupport(app, actor, buyerId)) throw supportAnswers()
  await app.db.execute(sql`
    insert into chats (id, buyer_id, buyer_name)
    select ${newId()}, id, name from users where id = ${buyerId} and status <> 'closed' and lower(email) <> ${app.config.supportEmail.toLowerCase()}
      and ${anAdminBeside(buyerId)} and ${stillActive(actor)}
    on conflict (buyer_id) do nothing`)
}

/** SQL condition: there is an active admin other than this participant, who can answer. */
export const anAdminBeside = (buyerId: string) =>
  sql`exists (select 1 from users admin where admin.role = 'admin' and admin.status = 'active' and admin.id <> ${buyerId})`

const supportAnswers = () => new AppError('not-allowed', refusalText('support-has-no-chat'))

async function explain(app: App, actor: Actor, buyerId: string): Promise<never> {
  await assertActive(app, actor)
  const [person] = await app.db.execute<{ email: string; answered: boolean }>(sql`
    select email, ${anAdminBeside(buyerId)} as answered from users where id = ${buyerId} and status <> 'closed'`)
  if (!person) throw chatNotFound()
  if (person.email.toLowerCase() === app.config.supportEmail.toLowerCase()) throw supportAnswers()
  throw person.answered ? chatNotFound() : new AppError('no-admin')
}
