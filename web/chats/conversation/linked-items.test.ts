// @vitest-environment node
import { expect, test } from 'vitest'
import { linkedItems } from '#web/chats/conversation/linked-items.ts'

const here = 'https://stall.example'
const found = (text: string) => linkedItems(text, here).map(({ kind, id }) => `${kind} ${id}`)

test('the addresses of products and orders here are found in a message, each once and at most three', () => {
  const text = `See ${here}/seller/products/p1, ${here}/admin/products/p1?a=1 and (${here}/admin/orders/o1).`
  expect(found(text)).toEqual(['product p1', 'order o1'])
  expect(found([1, 2, 3, 4].map((id) => `${here}/seller/orders/${id}`).join(' '))).toEqual(['order 1', 'order 2', 'order 3'])
})

test.each([
  'https://elsewhere.example/seller/products/p1',
  'https://stall.example.evil.example/seller/products/p1',
  `${here}/seller/products`,
  `${here}/seller/products/import`,
  `${here}/admin/orders/import`,
  `${here}/seller/products/p1/edit`,
  `${here}/admin/users/u1`,
  '/seller/products/p1',
])('no other address is taken for one: %s', (text) => expect(found(text)).toEqual([]))
