import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'
import type { MailContent, MailTemplate } from '#server/platform/mail/template.ts'

/** Mail on its way out: written in the transaction of what it tells of, sent after the commit by any node. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    template: text().$type<MailTemplate>().notNull(),
    /** What stands in the letter; blanked when it is sent. */
    content: jsonb().$type<MailContent>().notNull(),
    /** Goes before what can wait, however much of that there is. */
    urgent: boolean().notNull().default(true),
    /** A name under which it is written once, however often somebody tries. */
    once: text().unique('outgoing_mails_once'),
    attempts: integer().notNull().default(0),
    /** Not tried before this; whoever tries moves it on first, so that nobody else does meanwhile. */
    dueAt: moment('due_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    givenUpAt: moment('given_up_at'),
    lastError: text('last_error'),
    createdAt: createdAt(),
  },
  (t) => [
    index('outgoing_mails_due').on(t.urgent.desc(), t.dueAt).where(sql`${t.sentAt} is null and ${t.givenUpAt} is null`),
    index('outgoing_mails_recipient').on(t.recipient),
    index('outgoing_mails_done').on(t.createdAt).where(sql`${t.sentAt} is not null or ${t.givenUpAt} is not null`),
  ],
)
