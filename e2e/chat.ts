import { expect, type Page } from '@playwright/test'
import type { Sql } from '../scripts/running-database.ts'
import type { Caller } from './journey.ts'
import { ask } from './shelf.ts'

export const logOf = (page: Page) => page.getByRole('log', { name: 'Messages' })
export const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Writes and sends a message by keyboard. */
export async function say(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await fieldOf(page).fill(text)
    await fieldOf(page).press('Enter')
  }
}

/** The texts of the messages on a screen, in order. */
export const wordsOn = (page: Page): Promise<string[]> =>
  logOf(page)
    .locator('[data-number]')
    .evaluateAll((messages) => messages.map((message) => message.querySelector('[dir]')?.textContent ?? ''))

/** The same from the database; asserts that the numbers have no gap and no message is duplicated. */
export async function wordsIn(sql: Sql, chatId: string): Promise<string[]> {
  const rows = await sql<{ number: number; text: string }[]>`
    select m.number, t.text from chat_messages m join chat_texts t using (chat_id, number) where m.chat_id = ${chatId} order by m.number`
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  return rows.map(({ text }) => text)
}

/** The id of this person's own chat. */
export const chatOf = async (person: Caller): Promise<string> => (await ask<{ id: string }>(person, 'chats/open')).id

/** Makes a chat with one message have many. */
export async function lengthen(sql: Sql, id: string, count: number): Promise<void> {
  const [{ event_id: event }] = await sql<[{ event_id: string }]>`select event_id from chat_messages where chat_id = ${id} and number = 1`
  await sql`insert into chat_messages (chat_id, number, client_id, sender_id, by_buyer, buyer_count, event_id, created_at)
    select chat_id, n, 'made-' || n, sender_id, true, n, ${event}, now() from chat_messages, generate_series(2, ${count}::int) n where chat_id = ${id}`
  await sql`insert into chat_texts (chat_id, number, text) select ${id}, n, 'Message ' || n from generate_series(2, ${count}::int) n`
  await sql`update chats set last_number = ${count}, buyer_count = ${count} where id = ${id}`
}
