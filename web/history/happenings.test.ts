// @vitest-environment node
import { expect, it } from 'vitest'
import { happenings, joinSentences } from '#web/history/happenings.ts'

type Event = { id: string; kind: string; item: string; by: string | null; at: string; before: Record<string, unknown> | null }
const at = (time: string) => `2026-11-20T${time}.000Z`
let count = 0
const event = (kind: string, time: string, change: Partial<Event> = {}): Event => {
  count += 1
  return { id: `${count}`, kind, item: 'lamp', by: 'sally', at: at(time), before: null, ...change }
}
/** From oldest first, as they happened, to the kinds of each happening, newest first. */
const shown = (...events: Event[]) => happenings(events.toReversed(), (one) => one).map((group) => group.map(({ kind }) => kind).join(' '))

it('what happened in one transaction is one happening, its events in their order', () => {
  expect(shown(event('order.placed', '10:00:00'), event('order.paid', '10:00:00'), event('order.shipped', '11:00:00'))).toEqual([
    'order.shipped',
    'order.placed order.paid',
  ])
})

it('what another person did at the same moment is another happening', () => {
  expect(shown(event('product.edit', '10:00:00'), event('product.edit', '10:00:00', { by: 'ada' }))).toHaveLength(2)
})

it('a product whose pictures arrive after its creation is created and submitted in one, also with something of another between', () => {
  const other = event('product.edit', '10:00:20', { item: 'vase' })
  expect(shown(event('product.create', '10:00:00'), other, event('product.submit', '10:00:40'))).toEqual([
    'product.create product.submit',
    'product.edit',
  ])
})

it('a draft that is submitted later, and a product of another seller, are happenings of their own', () => {
  const draft = [event('product.create', '10:00:00'), event('product.submit', '10:05:00', { before: { status: 'draft' } })]
  expect(shown(...draft)).toEqual(['product.submit', 'product.create'])
  const others = [event('product.create', '10:00:00', { item: 'vase' }), event('product.submit', '10:00:40')]
  expect(shown(...others)).toEqual(['product.submit', 'product.create'])
  const late = [event('product.create', '10:00:00', { at: '2026-11-18T10:00:00.000Z' }), event('product.submit', '10:00:40')]
  expect(shown(...late)).toEqual(['product.submit', 'product.create'])
})

it('no event is lost, and each is shown once', () => {
  const events = Array.from({ length: 40 }, (_, one) => event(one % 3 ? 'product.edit' : 'product.create', `10:00:${10 + (one % 7)}`))
  expect(
    happenings(events, (one) => one)
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(events.map(({ id }) => id).sort())
})

it.each([
  [['“Lamp” was created.', '“Lamp” was submitted for approval.'], '“Lamp” was created and submitted for approval.'],
  [['Order 7 was placed.', 'Order 7 was paid.'], 'Order 7 was placed and paid.'],
  [['“Lamp” was edited: title, price.', '“Lamp” was submitted for approval.'], null],
  [['“Lamp” was approved.', 'The requested change to “Lamp” was superseded.'], null],
  [['“A was b” was created.', '“A was b” was submitted for approval.'], '“A was b” was created and submitted for approval.'],
])('%j reads as %s', (sentences, joined) => expect(joinSentences(sentences)).toBe(joined))
