import { describe, expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { webhookSteps } from '#server/testing/webhooks.ts'

const testApp = await openTestApp()
const { app, admin, secondAdmin, caller } = testApp
const { webhooks, history, settings } = caller(admin)
const { log, addEndpoint } = webhookSteps(testApp)
const input = { url: 'https://shop.example/hooks?token=hush', types: ['product.approved' as const], description: 'The shop', enabled: true }
const clear = () => app.sql`delete from webhook_endpoints`

describe('an endpoint', () => {
  test('is added with a secret that is shown then, and to admins on demand, and is readable nowhere else', async () => {
    const { webhook, secret } = await webhooks.create(input)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({ ...input, gone: false, waiting: 0, dead: 0, failingSince: null, lastDeliveredAt: null })
    expect(await webhooks.list()).toEqual([webhook])
    expect(JSON.stringify(await webhooks.list())).not.toMatch(/secret|whsec/)
    expect(await webhooks.reveal({ id: webhook.id })).toEqual({ secret })
    const [row] = await app.sql`select (select string_agg(w::text, '') from webhook_endpoints w) || coalesce((select string_agg(d::text, '')
      from event_details d), '') as all`
    expect(row?.all).not.toContain(secret.slice('whsec_'.length))
    await clear()
  })

  test('is changed in part, and the history has who changed what, with its host alone', async () => {
    const { webhook } = await webhooks.create(input)
    const changed = await caller(secondAdmin).webhooks.edit({ id: webhook.id, change: { enabled: false, types: ['product.removed'] } })
    expect(changed).toMatchObject({ ...input, enabled: false, types: ['product.removed'] })
    await webhooks.edit({ id: webhook.id, change: { url: 'https://other.example/?token=hush', description: 'Another' } })
    await webhooks.edit({ id: webhook.id, change: { description: 'Another' } })
    await webhooks.delete({ id: webhook.id })
    const { rows } = await history.list({ limit: 4 })
    expect(rows.map(({ user, description, before, after }) => [user, description, before, after])).toEqual([
      ['Ada', 'The webhook to other.example was removed.', null, null],
      ['Ada', 'The webhook to other.example was changed: address, description.', {}, {}],
      [
        'Bert',
        'The webhook to shop.example was changed: events, status.',
        { types: ['product.approved'], enabled: true },
        { types: ['product.removed'], enabled: false },
      ],
      ['Ada', 'A webhook to shop.example was added.', null, { types: ['product.approved'], enabled: true }],
    ])
    expect(JSON.stringify(rows)).not.toContain('hush')
    await expect(webhooks.get({ id: webhook.id })).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    ['is no address', { url: 'shop.example' }],
    ['goes elsewhere than to the web', { url: 'ftp://shop.example/' }],
    ['is a script', { url: 'javascript:alert(1)' }],
    ['hides its host behind a name', { url: 'https://shop.example@evil.example/' }],
    ['has a space', { url: 'https://shop.example/a b' }],
    ['has a backslash', { url: 'https://shop.example\\@evil.example/' }],
    ['has no host', { url: 'https:///hooks' }],
    ['asks for nothing', { types: [] }],
    ['asks for what does not exist', { types: ['product.stolen'] }],
    ['asks for the same twice', { types: ['product.removed', 'product.removed'] }],
  ])('that %s is refused', async (_, wrong) => {
    await expect(webhooks.create({ ...input, ...wrong } as never)).rejects.toMatchObject({ code: 'invalid-argument' })
    expect(await webhooks.list()).toEqual([])
  })

  test('in a private network is refused when it is added or changed, until the settings allow it', async () => {
    const url = 'http://0x7f.1:8080/hooks'
    await expect(webhooks.create({ ...input, url })).rejects.toMatchObject({ code: 'private-address', data: { field: 'url' } })
    const { webhook } = await webhooks.create(input)
    await expect(webhooks.edit({ id: webhook.id, change: { url } })).rejects.toMatchObject({
      code: 'private-address',
      data: { field: 'change.url' },
    })
    await settings.edit({ change: { webhooksPrivate: true } })
    expect(await webhooks.edit({ id: webhook.id, change: { url } })).toMatchObject({ url })
    await settings.edit({ change: { webhooksPrivate: false } })
    await clear()
  })

  test('beyond the limit is refused, also when two admins add the last one at once', async () => {
    for (let at = 1; at < limits.webhook.endpointsMax; at++) await webhooks.create(input)
    const both = await Promise.allSettled([webhooks.create(input), caller(secondAdmin).webhooks.create(input)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too-many-webhooks' } })
    expect(await webhooks.list()).toHaveLength(limits.webhook.endpointsMax)
    await clear()
  })

  test('cannot be changed by a person who is no longer an admin', async () => {
    const { webhook } = await webhooks.create(input)
    const rogue = await testApp.person('Rogue', { role: 'admin' })
    await app.sql`update users set role = 'seller' where id = ${rogue.id}`
    const { webhooks: theirs } = caller(rogue)
    const { id } = webhook
    const tries = [
      () => theirs.create(input),
      () => theirs.edit({ id, change: { enabled: false } }),
      () => theirs.delete({ id }),
      () => theirs.rotate({ id }),
      () => theirs.reveal({ id }),
      () => theirs.test({ id }),
      () => theirs.replayDead({ id }),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'not-allowed' })
    expect(await webhooks.list()).toEqual([webhook])
    await clear()
  })
})

describe('the log of an endpoint', () => {
  test('is read page by page, by status and by event, without those of other endpoints', async () => {
    const { webhook } = await addEndpoint('https://shop.example/')
    const other = await addEndpoint('https://other.example/')
    for (let at = 0; at < 5; at++)
      await app.sql`insert into webhook_deliveries (id, endpoint_id, type, payload, status) values
        (${`one-${at}`}, ${webhook.id}, ${at === 3 ? 'product.removed' : 'product.approved'}, '{}', ${at === 1 ? 'dead' : 'delivered'}),
        (${`other-${at}`}, ${other.webhook.id}, 'product.approved', '{}', 'dead')`
    const { id } = webhook
    const first = await webhooks.deliveries({ id, limit: 3 })
    const second = await webhooks.deliveries({ id, limit: 3, cursor: first.next ?? undefined })
    expect([...first.rows, ...second.rows].map((row) => row.id)).toEqual(['one-4', 'one-3', 'one-2', 'one-1', 'one-0'])
    expect(second.next).toBeNull()
    expect((await webhooks.deliveries({ id, status: 'dead' })).rows.map((row) => row.id)).toEqual(['one-1'])
    expect((await webhooks.deliveries({ id, type: 'product.removed' })).rows.map((row) => row.id)).toEqual(['one-3'])
    await app.sql`update webhook_deliveries set item_id = 'lamp' where id in ('one-2', 'other-2')`
    const found = async (search: string) => (await webhooks.deliveries({ id, search })).rows.map((row) => row.id)
    expect(await Promise.all(['ONE-0', 'lamp', 'lam', 'other-2'].map(found))).toEqual([['one-0'], ['one-2'], [], []])
    expect(await webhooks.get({ id })).toMatchObject({ dead: 1, waiting: 0 })
    await expect(webhooks.deliveries({ id, cursor: 'abc' })).rejects.toMatchObject({ code: 'invalid-argument' })
    await clear()
  })

  test('has a test message without content on demand, but none if the endpoint is off', async () => {
    const { webhook } = await webhooks.create(input)
    const sent = await webhooks.test({ id: webhook.id })
    expect(await log(webhook.id)).toEqual([sent])
    const { payload } = await webhooks.delivery({ id: sent.id })
    expect(JSON.parse(payload ?? '')).toEqual({ type: 'webhook.test', timestamp: expect.any(String), data: { webhook_id: webhook.id } })
    await webhooks.edit({ id: webhook.id, change: { enabled: false } })
    await expect(webhooks.test({ id: webhook.id })).rejects.toMatchObject({ code: 'wrong-status' })
    await clear()
  })

  test('cannot replay an erased payload', async () => {
    const { webhook } = await webhooks.create(input)
    await app.sql`insert into webhook_deliveries (id, endpoint_id, type, status) values ('blank', ${webhook.id}, 'product.removed', 'dead')`
    await expect(webhooks.replay({ id: 'blank' })).rejects.toMatchObject({ code: 'payload-blanked' })
    expect(await webhooks.replayDead({ id: webhook.id })).toEqual({ count: 0 })
    await clear()
  })
})
