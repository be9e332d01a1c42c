import { expect, it } from 'vitest'
import { eventKinds, eventRows, type NoticeRow, type NoticeText } from '#domain/event-kinds.ts'
import { webhookTypes } from '#domain/webhook-types.ts'
import { describe, noticeMessage } from './sentences.ts'

const noticeRows = eventKinds.flatMap((kind) => [eventRows[kind].notice ?? []].flat().map((row: NoticeRow) => ({ kind, row })))

it.each(eventKinds)('%s is one whole sentence in the history, with and without a title', (kind) => {
  for (const title of ['Lamp', null]) {
    const sentence = describe({ kind, title, fields: [], after: title === null ? null : { seller: 'Sela', to: 'Ada', role: 'admin' } })
    expect(sentence).toMatch(/^[A-Z“].+\.$/)
    expect(sentence).not.toMatch(/undefined|\[object/)
  }
})

it.each([
  ['user.role', { role: 'admin' }, 'Zed was made an admin.', 'The role of Zed was changed.'],
  ['user.invite', { role: 'seller' }, 'Zed was invited as a seller.', 'Zed was invited.'],
  ['user.signOut', { devices: 1 }, 'Zed was signed out on one device.', 'Zed was signed out.'],
  ['user.signOut', { devices: 3 }, 'Zed was signed out on 3 devices.', 'Zed was signed out.'],
  ['user.provider', { connected: false }, 'Zed disconnected the sign-in at a provider.', 'The sign-in of Zed at a provider was changed.'],
  [
    'user.roleWaits',
    { unarchived: 2 },
    'The sign-in provider makes Zed an admin, which has to wait: products that are not archived: 2, open order lines: 0.',
    'The sign-in provider makes Zed an admin, which has to wait.',
  ],
] as const)('%s says %j, and nothing of it once it was erased', (kind, after, sentence, erased) => {
  expect(describe({ kind, title: 'Zed', fields: [], after })).toBe(sentence)
  expect(describe({ kind, title: 'Zed', fields: [], after: null })).toBe(erased)
})

it.each(noticeRows)('a person who is notified of $kind reads a whole sentence', ({ kind, row }) => {
  const sentence = noticeMessage({
    message: '',
    text: (row.text ?? kind) as NoticeText,
    textValues: { title: 'Lamp', line: 'Lamp', quantity: 2 },
  })
  expect(sentence).toMatch(/^[A-Z0-9“].+\.$/)
  expect(sentence).not.toMatch(/undefined|\[object/)
})

it('a notice whose text was named by another version says what is stored beside the name', () => {
  for (const text of ['product.expire', 'toString'] as unknown as NoticeText[])
    expect(noticeMessage({ message: '“Lamp” expired.', text, textValues: { title: 'Lamp' } })).toBe('“Lamp” expired.')
})

it('every type that storefronts may choose is sent after some event', () => {
  const sent = new Set(eventKinds.flatMap((kind) => eventRows[kind].webhook?.type ?? []))
  expect([...sent].sort()).toEqual(webhookTypes.toSorted())
})

it('these events notify these people', () => {
  const who = Map.groupBy(noticeRows, ({ kind }) => kind)
  const told = [...who].map(([kind, rows]) => [
    kind,
    rows.map(({ row: { to, status, withReason } }) => [to, status, withReason && 'why'].filter(Boolean).join(' ')),
  ])
  expect(Object.fromEntries(told)).toEqual({
    'product.submit': ['admins pending'],
    'product.approve': ['owner approved'],
    'product.reject': ['owner rejected why', 'owner rejected why'],
    'product.archive': ['owner archived why'],
    'product.restore': ['owner approved', 'owner pending'],
    'product.assign': ['owner why', 'sellerBefore why'],
    'product.delete': ['formerOwner'],
    'editRequest.create': ['admins pending'],
    'editRequest.approve': ['owner approved'],
    'editRequest.approvePartly': ['owner approved why'],
    'editRequest.reject': ['owner rejected why'],
    'user.suspend': ['person why'],
    'user.reactivate': ['person'],
    'order.placed': ['sellers'],
    'order.cancelled': ['seller'],
    'user.roleWaits': ['person', 'operators'],
    'webhook.disable': ['operators'],
    'webhook.fail': ['operators'],
  })
})
