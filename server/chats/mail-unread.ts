import { sql } from 'drizzle-orm'
import { cut } from '#domain/text.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'

const { mailAfterMs, mailBatch, mailPollMs, mailedMessages } = limits.chat

/** Mails messages that were not read in time, periodically and on every node (product §7). */
export const openChatMails = (app: App, log: Log = console): Loop =>
  openLoop('Mailing unread messages', (alive) => mailUnread(app, alive), { log, everyMs: mailPollMs })

type Side = 'buyer' | 'admin'
type Due = { id: string; name: string; to: string | null; toName: string; link: string | null; wanted: boolean }
type Unread = { count: number; ripe: boolean; oldest: string | null; texts: string[] }

/** Sends each side one mail with its unread messages, when the oldest is three minutes old. What was read meanwhile is left out. */
export async function mailUnread(app: App, alive: Alive = () => {}): Promise<void> {
  for (const side of ['buyer', 'admin'] as const) {
    for (let found: number = mailBatch; found === mailBatch; alive()) found = await app.db.transaction((tx) => mailSide(app, tx, side))
  }
}

async function mailSide(app: App, tx: Tx, side: Side): Promise<number> {
  const dueAt = sql.identifier(`${side}_mail_due_at`)
  const locked = await tx.execute<{ id: string }>(sql`
    select id from chats where ${dueAt} <= now() order by ${dueAt} limit ${mailBatch} for update skip locked`)
  for (const { id } of locked) await mailChat(app, tx, side, id)
  return locked.length
}

/** Reads in separate statements while the row of the chat is locked, so that no message sent meanwhile is left out permanently. */
async function mailChat(app: App, tx: Tx, side: Side, id: string): Promise<void> {
  const of = (name: string) => sql.identifier(`${side}_${name}`)
  const [unread] = await tx.execute<Unread>(sql`
    select count(*)::int as count, min(m.created_at) <= now() - ${mailAfterMs} * interval '1 millisecond' as ripe, min(m.created_at)::text as oldest,
      coalesce((array_agg(coalesce(nullif(t.text, ''), t.attachments -> 0 ->> 'name', '') order by m.number))[1:${sql.raw(String(mailedMessages))}], '{}') as texts
    from chats c join chat_messages m on m.chat_id = c.id and m.number > greatest(c.${of('read_to')}, c.${of('mailed_to')})
    left join chat_texts t on t.chat_id = m.chat_id and t.number = m.number
    where c.id = ${id} and m.by_buyer = ${side === 'admin'}`)
  if (!unread || unread.count === 0) return void (await tx.execute(sql`update chats set ${of('mail_due_at')} = null where id = ${id}`))
  if (!unread.ripe) {
    const later = sql`${unread.oldest}::timestamptz + ${mailAfterMs} * interval '1 millisecond'`
    return void (await tx.execute(sql`update chats set ${of('mail_due_at')} = ${later} where id = ${id}`))
  }
  await tx.execute(sql`update chats set ${of('mail_due_at')} = null, ${of('mailed_to')} = last_number where id = ${id}`)
  const due = await findDue(app, tx, side, id)
  if (due?.to && due.wanted) await sendMail(tx, mailOf(side, due, due.to, unread))
}

/**
 * The recipient: the participant, or for admins the assignee, else the support address (product §7). A buyer of a storefront without an address
 * in their token gets none. `wanted` is false for a person who is not active or wants no mails about chats.
 */
async function findDue({ config, settings }: App, tx: Tx, side: Side, id: string): Promise<Due | undefined> {
  const { widgetMode, widgetOrigins } = settings.current()
  const shop = widgetMode === 'off' ? null : (widgetOrigins[0] ?? null)
  const to =
    side === 'buyer'
      ? sql`case when p.id is null and ${shop}::text is not null then c.buyer_email else p.email end`
      : sql`coalesce(p.email, ${config.supportEmail})`
  const person = sql`case when ${side} = 'buyer' then c.buyer_id else coalesce(
    (select a.id from users a where a.id = c.assignee_id and a.role = 'admin' and a.status = 'active'),
    (select s.id from users s where lower(s.email) = ${config.supportEmail.toLowerCase()})) end`
  const [due] = await tx.execute<Due>(sql`
    select c.id, coalesce(b.name, c.buyer_name) as name, ${to} as to, 
      coalesce(p.name, case when ${side} = 'buyer' then c.buyer_name else 'Support' end) as "toName",
      case when ${side} = 'admin' then '/admin/chat/' || c.id when p.id is null then ${shop}::text else '/chat' end as link,
      coalesce(p.status = 'active' and coalesce(p.notify ->> 'chat', 'both') <> 'app', true) as wanted
    from chats c left join users b on b.id = c.buyer_id left join users p on p.id = (${person}) where c.id = ${id}`)
  return due
}

function mailOf(side: Side, { name, toName, link }: Due, to: string, { count, texts }: Unread) {
  const more = count - texts.length
  return {
    to,
    template: side === 'admin' ? ('unreadFromParticipant' as const) : ('unreadFromSupport' as const),
    values: { name: toName, participant: name, headline: count === 1 ? 'a message' : `${count} messages`, more: more > 0 ? more : '' },
    link: link ?? undefined,
    items: texts.map((text) => ({ text: cut(text, limits.chat.lastMessageMax) })),
  }
}
