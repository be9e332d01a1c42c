import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'
import type { MailContent, MailTemplate } from '#server/platform/mail/template.ts'

/** Outgoing mail: written in the transaction it reports on, sent after the commit by any node. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    template: text().$type<MailTemplate>().notNull(),
    /** The values for the template; blanked when it is sent. */
    content: jsonb().$type<MailContent>().notNull(),
    /** Sent before all mail that is not urgent. */
    urgent: boolean().notNull().default(true),
    /** A key under which it is written at most once. */
    once: text().unique('outgoing_mails_once'),
    attempts: integer().notNull().default(0),
    /** The earliest time of the next attempt. A node moves it into the future before it tries, so that no other node tries meanwhile. */
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
