import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, caller, admin, secondAdmin, person } = await openTestApp()

/** Counts unread messages one by one, from the messages and the highest mark of each side. */
async function recount(id: string): Promise<{ buyerUnreadCount: number; adminUnreadCount: number; lastNumber: number }> {
  const [row] = await app.sql<{ buyerUnreadCount: number; adminUnreadCount: number; lastNumber: number }[]>`
    select count(*) filter (where not m.by_buyer and m.number > c.buyer_read_to) as "buyerUnreadCount",
      count(*) filter (where m.by_buyer and m.number > c.admin_read_to) as "adminUnreadCount", count(m.number) as "lastNumber"
    from chats c left join chat_messages m on m.chat_id = c.id where c.id = ${id} group by c.id`
  return row ?? { buyerUnreadCount: -1, adminUnreadCount: -1, lastNumber: -1 }
}

type Step = { who: 'sela' | 'ada' | 'bert'; does: 'say' | 'repeat' | 'read' | 'arrive'; at: number }
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('sela', 'ada', 'bert'),
  does: fc.constantFrom('say', 'say', 'repeat', 'read', 'arrive'),
  at: fc.integer({ min: 0, max: 12 }),
})

test('unread counts equal a recount after messages, repeats and marks in any order, repeated, late and in parallel', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }), async (waves) => {
      const sela = await person('Sela')
      const people = { sela, ada: admin, bert: secondAdmin }
      const { id } = await caller(sela).chats.open({})
      const marks = { buyer: 0, admin: 0 }
      const take = async ({ who, does, at }: Step) => {
        const { chats } = caller(people[who])
        if (does === 'say') return void (await chats.send({ id, clientId: newId(), text: 'Hello' }))
        if (does === 'repeat') return void (await chats.send({ id, clientId: `again-${who}-${at % 2}`, text: 'Again' }))
        const chat = does === 'read' ? await chats.markRead({ id, number: at }) : await chats.markDelivered({ id, number: at })
        // A mark never goes back, and never beyond the last message.
        expect(chat.buyerReadTo).toBeGreaterThanOrEqual(marks.buyer)
        expect(chat.adminReadTo).toBeGreaterThanOrEqual(marks.admin)
        expect(Math.max(chat.buyerDeliveredTo, chat.adminDeliveredTo)).toBeLessThanOrEqual(chat.lastNumber)
      }
      for (const wave of waves) {
        await Promise.all([...wave, ...wave.filter(({ does }) => does !== 'say')].map(take))
        const chat = await caller(sela).chats.get({ id })
        Object.assign(marks, { buyer: chat.buyerReadTo, admin: chat.adminReadTo })
        expect(chat).toMatchObject(await recount(id))
      }
      const numbers = await app.sql<{ number: number }[]>`select number from chat_messages where chat_id = ${id} order by number`
      expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1))
      await app.sql`delete from counters`
    }),
    { numRuns: 25 },
  )
})
