import { expect, test } from 'vitest'
import { deliveryOf, NewMessage } from '#domain/chat.ts'

const marks = { adminReadTo: 2, adminDeliveredTo: 4, buyerReadTo: 0, buyerDeliveredTo: 1 }

test('the delivery of a message follows from the read and delivered marks of the other side', () => {
  const by = (byBuyer: boolean) => [1, 2, 3, 4, 5].map((number) => deliveryOf({ number, byBuyer }, marks))
  expect(by(true)).toEqual(['read', 'read', 'delivered', 'delivered', 'sent'])
  expect(by(false)).toEqual(['delivered', 'sent', 'sent', 'sent', 'sent'])
})

test('a message has 1 to 4,000 characters without control characters, or files', () => {
  const fits = (text: string, attachments?: string[]) =>
    NewMessage.safeParse({ id: 'chat', clientId: 'one-two-three', text, attachments }).success
  for (const text of ['a', 'x'.repeat(4_000), '🙂'.repeat(4_000), 'two\nlines\tand a tab', '<script>alert(1)</script>'])
    expect(fits(text), text.slice(0, 20)).toBe(true)
  for (const text of ['', ' \n ', 'x'.repeat(4_001), '🙂'.repeat(4_001), 'a\u0000b', 'a\u001bb', 'half \ud83d'])
    expect(fits(text), text.slice(0, 20)).toBe(false)
  expect(fits('', ['chats/chat/1_lamp.png'])).toBe(true)
  for (const path of ['products/p/1_lamp.png', 'chats/chat/../1_lamp.png', '/etc/passwd']) expect(fits('', [path]), path).toBe(false)
})
