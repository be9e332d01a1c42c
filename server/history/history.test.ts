import { expect, describe as group, test } from 'vitest'
import { type EventKind, eventKinds, type HistoryType, historyTypeFor, historyTypes } from '#domain/event-kinds.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { type NewEvent, record } from '#server/platform/events/record.ts'
import { describe } from '#server/platform/events/sentences.ts'
import { allRows } from '#server/testing/pages.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const happen = ({ app, seller }: TestApp, kind: NewEvent['kind'], about: Partial<NewEvent> = {}) =>
  app.db.transaction((tx) => record(tx, { kind, itemId: 'lamp', ownerId: seller.id, actorId: seller.id, title: 'Lamp', ...about }))

const everyPage = ({ caller, admin }: TestApp, input: { type?: HistoryType; limit?: number }) =>
  allRows((cursor) => caller(admin).history.list({ ...input, cursor }))

group('the history', () => {
  test('shows an admin who did what to which item, newest first, in a sentence and with the reason', async () => {
    const testApp = await openTestApp()
    await happen(testApp, 'product.submit')
    await happen(testApp, 'product.reject', { actorId: testApp.admin.id, reason: 'The pictures are blurred.', code: 'image_quality' })
    await happen(testApp, 'product.edit', { fields: ['price', 'stock'], before: { price: 1 }, after: { price: 2 } })
    await happen(testApp, 'product.withdraw', { actorId: null })
    const { rows, next } = await testApp.caller(testApp.admin).history.list({})
    expect(next).toBeNull()
    expect(rows.map(({ user, type, description, reason, fields }) => ({ user, type, description, reason, fields }))).toEqual([
      { user: null, type: 'product_edit', description: '“Lamp” was withdrawn from review.', reason: null, fields: [] },
      { user: 'Sela', type: 'product_edit', description: '“Lamp” was edited: price, stock.', reason: null, fields: ['price', 'stock'] },
      { user: 'Ada', type: 'product_rejection', description: '“Lamp” was rejected.', reason: 'The pictures are blurred.', fields: [] },
      { user: 'Sela', type: 'product_edit', description: '“Lamp” was submitted for approval.', reason: null, fields: [] },
    ])
    expect(rows[2]).toMatchObject({ itemId: 'lamp', userId: testApp.admin.id, kind: 'product.reject' })
  })

  test('calls the rejection of an approved or archived product a take-down', async () => {
    const testApp = await openTestApp()
    for (const status of ['pending', 'approved', 'archived']) {
      await happen(testApp, 'product.reject', { actorId: testApp.admin.id, reason: 'Reported.', before: { status } })
    }
    const { rows } = await testApp.caller(testApp.admin).history.list({})
    expect(rows.map(({ description }) => description)).toEqual(['“Lamp” was taken down.', '“Lamp” was taken down.', '“Lamp” was rejected.'])
  })

  test('shows exactly the events of a type, and every event once over all pages', async () => {
    const testApp = await openTestApp()
    for (const turn of [1, 2, 3]) {
      for (const kind of eventKinds) {
        for (const actorId of [testApp.seller.id, testApp.admin.id]) await happen(testApp, kind, { itemId: `${kind}-${turn}`, actorId })
      }
    }
    // Events of the same moment are sorted by their ids.
    await testApp.app
      .sql`insert into events (kind, item_id, created_at) select 'product.edit', 'at-once', '2026-01-01' from generate_series(1, 30)`
    const all = await everyPage(testApp, { limit: 7 })
    // Messages are shown by chats only (product §6).
    expect(all).toHaveLength((eventKinds.length - 1) * 6 + 30)
    expect(all.map(({ kind }) => kind)).not.toContain('chat.message')
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.map(({ timestamp }) => timestamp)).toEqual(
      all
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .toReversed(),
    )
    for (const type of historyTypes) {
      const some = await everyPage(testApp, { type, limit: 7 })
      expect(some).toEqual(all.filter((row) => row.type === type))
      for (const { kind, userId } of some)
        expect(historyTypeFor({ kind, actorId: userId, ownerId: userId && testApp.seller.id })).toBe(type)
    }
  })

  test('is searched for products, even deleted ones, people and reasons, and takes pattern characters literally', async () => {
    const testApp = await openTestApp()
    const { app, admin, seller } = testApp
    await app.db.insert(products).values({ id: 'lamp', title: 'Brass lamp 100%', sellerId: seller.id })
    await happen(testApp, 'product.submit', { title: 'Old name' })
    // Like approvals of older versions: without a title.
    await happen(testApp, 'product.approve', { actorId: admin.id, title: null })
    await happen(testApp, 'product.delete', { itemId: 'gone', title: 'Oak chair' })
    await happen(testApp, 'product.reject', { itemId: 'vase', title: 'Vase', actorId: admin.id, reason: 'A counterfeit.' })
    await happen(testApp, 'user.suspend', { itemId: seller.id, actorId: admin.id, title: 'Sela', reason: 'Spam.' })
    const kinds = async (search: string) => (await testApp.caller(admin).history.list({ search })).rows.map(({ kind }) => kind)
    expect(await kinds('brass LAMP')).toEqual(['product.approve', 'product.submit'])
    expect(await kinds('chair')).toEqual(['product.delete'])
    expect(await kinds('counterfeit')).toEqual(['product.reject'])
    expect(await kinds('Ada')).toEqual(['user.suspend', 'product.reject', 'product.approve'])
    // What the seller did, what was done to the seller, and what was done to their products.
    expect(await kinds(seller.email)).toEqual(['user.suspend', 'product.reject', 'product.delete', 'product.approve', 'product.submit'])
    expect(await kinds('100%')).toEqual(['product.approve', 'product.submit'])
    expect(await kinds('%')).toEqual(['product.approve', 'product.submit'])
    expect(await kinds('unknown')).toEqual([])
    const both = await testApp.caller(admin).history.list({ search: 'Ada', type: 'product_rejection' })
    expect(both.rows.map(({ kind }) => kind)).toEqual(['product.reject'])
  })

  test('of a person shows only what they did and what was done to them', async () => {
    const testApp = await openTestApp()
    const { admin, seller, rival } = testApp
    await happen(testApp, 'product.submit')
    await happen(testApp, 'user.suspend', { itemId: seller.id, actorId: admin.id, title: 'Sela' })
    await happen(testApp, 'product.submit', { itemId: 'other', ownerId: rival.id, actorId: rival.id })
    const { rows } = await testApp.caller(admin).history.list({ userId: seller.id })
    expect(rows.map(({ kind }) => kind)).toEqual(['user.suspend', 'product.submit'])
  })

  test('of a range of days begins and ends with the days of the marketplace', async () => {
    const testApp = await openTestApp()
    // Vienna is an hour ahead: at 23:00 UTC on the last of January, the first of February begins there.
    await testApp.app.sql`insert into events (kind, item_id, created_at) values
      ('product.edit', 'a', '2026-01-31T22:59:59.999Z'), ('product.edit', 'b', '2026-01-31T23:00:00Z'), ('product.edit', 'c', '2026-02-02T22:59:59.999Z'),
      ('product.edit', 'd', '2026-02-02T23:00:00Z')`
    const items = async (days: { from?: string; to?: string }) =>
      (await testApp.caller(testApp.admin).history.list(days)).rows.map(({ itemId }) => itemId)
    expect(await items({ from: '2026-02-01', to: '2026-02-02' })).toEqual(['c', 'b'])
    expect(await items({ from: '2026-02-03' })).toEqual(['d'])
    expect(await items({ to: '2026-01-31' })).toEqual(['a'])
    await expect(testApp.caller(testApp.admin).history.list({ from: '2026-02-30' })).rejects.toMatchObject({ data: { field: 'from' } })
  })

  test('is exported with its filters and in full, and no cell is a formula', async () => {
    const testApp = await openTestApp()
    const { admin } = testApp
    const { ask } = await openTestServer(testApp.app)
    for (let n = 0; n < 3; n++) await happen(testApp, 'product.submit', { itemId: `p${n}` })
    await happen(testApp, 'product.reject', {
      actorId: admin.id,
      reason: '=cmd|" /C calc"',
      code: 'image_quality',
      before: { status: 'pending' },
      after: { status: 'rejected' },
    })
    const file = await ask('/api/history/export.csv?type=product_rejection&search=', { as: admin })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, ...lines] = file.text.trimEnd().split('\r\n')
    expect(head).toBe('timestamp,type,kind,description,user,userId,itemId,reason,reasonCode,waitedMs,fields,before,after')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(
      `product_rejection,product.reject,“Lamp” was rejected.,Ada,${admin.id},lamp,"'=cmd|"" /C calc""",image_quality,`,
    )
    expect(lines[0]).toContain('"{""status"":""pending""}","{""status"":""rejected""}"')
    expect((await ask('/api/history/export.csv', { as: admin })).text.trimEnd().split('\r\n')).toHaveLength(5)
    expect((await ask('/api/history/export.csv?type=nothing', { as: admin })).json).toMatchObject({
      code: 'invalid-argument',
      field: 'type',
    })
  })

  test('refuses an invalid cursor', async () => {
    const testApp = await openTestApp()
    for (const text of ['nothing', '2026-01-01T00:00:00.000Z one', '2026-01-01T00:00:00.000Z 99999999999999999999', 'never 1']) {
      const cursor = Buffer.from(text).toString('base64url')
      await expect(testApp.caller(testApp.admin).history.list({ cursor })).rejects.toMatchObject({
        code: 'invalid-argument',
        data: { field: 'cursor' },
      })
    }
  })

  test('is append-only: the database refuses to change or delete events, and an erasure can only blank their values', async () => {
    const testApp = await openTestApp()
    const { sql } = testApp.app
    await happen(testApp, 'product.reject', { reason: 'A private word.' })
    for (const statement of [
      "update events set item_id = 'other'",
      'delete from events',
      'truncate events cascade',
      'delete from event_details',
      'truncate event_details',
      'update event_details set event_id = event_id + 1',
      "update event_details set title = 'Forged'",
      "update event_details set reason = 'Forged.'",
      `update event_details set before = '{"price":1}'`,
      `update event_details set after = '{"price":1}'`,
      "update event_details set code = 'other'",
    ]) {
      await expect(sql.unsafe(statement), statement).rejects.toThrow('append-only')
    }
    await sql`update event_details set title = title, reason = reason, before = before`
    expect((await testApp.caller(testApp.admin).history.list({})).rows).toMatchObject([{ reason: 'A private word.' }])
    await sql`update event_details set title = 'Closed account'`
    await sql`update event_details set title = null, reason = null, before = null, after = null`
    const { rows } = await testApp.caller(testApp.admin).history.list({})
    expect(rows).toMatchObject([{ description: 'A product was rejected.', reason: null }])
    // Blanked values stay blank.
    await expect(sql`update event_details set reason = 'A private word.'`).rejects.toThrow('append-only')
  })
})

test('these events are told by these sentences', () => {
  const sentence = (kind: EventKind) => describe({ kind, title: kind.startsWith('user.') ? 'Sela' : 'Lamp', fields: ['price'] })
  expect(Object.fromEntries(eventKinds.map((kind) => [kind, sentence(kind)]))).toMatchObject({
    'product.create': '“Lamp” was created.',
    'product.submit': '“Lamp” was submitted for approval.',
    'product.edit': '“Lamp” was edited: price.',
    'product.withdraw': '“Lamp” was withdrawn from review.',
    'product.approve': '“Lamp” was approved.',
    'product.reject': '“Lamp” was rejected.',
    'product.archive': '“Lamp” was archived.',
    'product.restore': '“Lamp” was restored.',
    'product.assign': '“Lamp” was assigned to a seller.',
    'product.delete': '“Lamp” was deleted.',
    'editRequest.create': 'A change to “Lamp” was requested: price.',
    'editRequest.edit': 'The requested change to “Lamp” was edited: price.',
    'editRequest.withdraw': 'The requested change to “Lamp” was withdrawn.',
    'editRequest.approve': 'The requested change to “Lamp” was approved: price.',
    'editRequest.approvePartly': 'The requested change to “Lamp” was approved in part: price.',
    'editRequest.reject': 'The requested change to “Lamp” was rejected: price.',
    'editRequest.supersede': 'The requested change to “Lamp” was superseded.',
    'user.register': 'Sela registered.',
    'user.profile': 'Sela changed their profile: price.',
    'user.password': 'Sela chose a new password.',
    'user.email': 'Sela changed their email address.',
    'user.secondFactor': 'Sela changed their sign-in settings: price.',
    'user.role': 'The role of Sela was changed.',
    'user.signOut': 'Sela was signed out.',
    'user.suspend': 'Sela was suspended.',
    'user.reactivate': 'Sela was reactivated.',
    'user.close': 'Sela was closed by its owner.',
    'user.invite': 'Sela was invited.',
    'user.uninvite': 'The invitation of Sela was withdrawn.',
    'message.send': 'An announcement was sent to Lamp.',
    'message.stop': 'An announcement to Lamp was stopped: its author is no longer an active admin.',
    'order.placed': 'Order Lamp was placed.',
    'order.paid': 'Order Lamp was paid.',
    'order.refunded': 'Order Lamp was refunded in part.',
    'order.shipped': 'Order Lamp: a line was shipped.',
    'order.corrected': 'Order Lamp: a line has other shipment details now.',
    'order.delivered': 'Order Lamp: a line was delivered.',
    'order.cancelled': 'Order Lamp: a line was cancelled.',
    'chat.erase': 'The chat with Lamp: the buyer’s data was erased.',
    'order.erased': 'Order Lamp: the buyer’s data was erased.',
    'settings.edit': 'The settings were changed: price.',
    'apiKey.create': 'The API key “Lamp” was created.',
    'apiKey.revoke': 'The API key “Lamp” was revoked.',
    'chat.message': 'A message was sent.',
    'chat.solve': 'The chat with Lamp was marked as solved.',
    'chat.reopen': 'The chat with Lamp was opened again.',
    'chat.assign': 'The chat with Lamp was assigned to a person whose account is now closed.',
    'chat.block': 'The chat with Lamp was closed to new messages from the participant.',
    'chat.unblock': 'The chat with Lamp was reopened to messages from the participant.',
    'webhook.create': 'A webhook to Lamp was added.',
    'webhook.edit': 'The webhook to Lamp was changed: price.',
    'webhook.reveal': 'The secret of the webhook to Lamp was viewed.',
    'webhook.rotate': 'The webhook to Lamp received a new secret.',
    'webhook.delete': 'The webhook to Lamp was removed.',
    'webhook.disable': 'The webhook to Lamp was switched off: the endpoint answered 410 (Gone).',
    'webhook.fail': 'The webhook to Lamp has not accepted a message for a day.',
  })
})
