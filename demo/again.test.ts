import { expect, test } from 'vitest'
import { calendarOf } from './calendar.ts'
import { makeChats } from './chats.ts'
import { makeEdits } from './edits.ts'
import { openEventLog } from './event-log.ts'
import { makeOrders } from './orders.ts'
import { makePeople } from './people.ts'
import { makeProducts } from './products.ts'
import type { Size } from './size.ts'
import { fullSize, smallSize } from './size.ts'

function made(size: Size, now: number) {
  const context = { calendar: calendarOf('Europe/Vienna', now), eventLog: openEventLog(now), size, supportEmail: 'support@example.com' }
  const people = makePeople(context)
  const products = makeProducts(context, people)
  const orders = makeOrders(context, people, products)
  const edits = makeEdits(context, people, products)
  const chats = makeChats(context, people)
  return { people, products, orders, edits, chats, logged: context.eventLog.ordered(1) }
}

test('the marketplace is the same whenever it is made on a day, and contains what it promises', () => {
  const noon = Date.UTC(2026, 5, 10, 10)
  expect(JSON.stringify(made(smallSize, noon))).toBe(JSON.stringify(made(smallSize, noon)))
  const { people, products, orders, edits, chats } = made(fullSize, noon)
  expect(people.sellers.length).toBeGreaterThanOrEqual(40)
  expect(products.length).toBeGreaterThanOrEqual(600)
  expect(new Set(products.map(({ row }) => row.status))).toEqual(new Set(['draft', 'pending', 'approved', 'rejected', 'archived']))
  expect(new Set(products.map(({ row }) => row.category)).size).toBeGreaterThanOrEqual(10)
  expect(orders.orders.length).toBeGreaterThan(5_000)
  expect(new Set(orders.orders.map(({ paymentStatus }) => paymentStatus))).toEqual(
    new Set(['unpaid', 'paid', 'partly_refunded', 'refunded']),
  )
  expect(new Set(orders.lines.map(({ status }) => status))).toEqual(new Set(['open', 'shipped', 'delivered', 'cancelled']))
  expect(edits.filter(({ status }) => status === 'pending')).toHaveLength(fullSize.edits)
  expect(chats.chats.length).toBeGreaterThanOrEqual(20)
})

test('made on another day, it has the same people and products', () => {
  const contents = (now: number) =>
    made(smallSize, now).products.map(({ row, seller }) => [seller.user.email, row.title, row.description, row.status, row.sku])
  expect(contents(Date.UTC(2027, 0, 3, 5))).toEqual(contents(Date.UTC(2026, 5, 10, 10)))
})

test('it can be made in the first minutes of a day, and on the days when clocks change', () => {
  for (const now of [Date.UTC(2026, 5, 9, 22, 3), Date.UTC(2026, 2, 29, 12), Date.UTC(2026, 9, 25, 12), Date.UTC(2028, 1, 29, 12)]) {
    const { logged, orders } = made(smallSize, now)
    expect(logged.every(({ at }) => at <= now)).toBe(true)
    expect(orders.orders.some(({ placedAt }) => placedAt.getTime() > now - 20 * 60 * 60 * 1000)).toBe(true)
  }
})

test('a day begins at midnight in its zone', () => {
  const calendar = calendarOf('Europe/Vienna', Date.UTC(2026, 2, 30, 10))
  expect(new Date(calendar.midnight(0)).toISOString()).toBe('2026-03-29T22:00:00.000Z')
  expect(new Date(calendar.midnight(1)).toISOString()).toBe('2026-03-28T23:00:00.000Z')
  expect(calendarOf('America/St_Johns', Date.UTC(2026, 0, 5, 3)).midnight(0)).toBe(Date.UTC(2026, 0, 4, 3, 30))
})
