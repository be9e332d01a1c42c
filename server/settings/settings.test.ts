import { describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domain/settings.ts'
import { openSettings } from '#server/settings/open-settings.ts'
import { anotherNode } from '#server/testing/another-node.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 50_000, interval: 10 })

describe('the settings', () => {
  test('have defaults until an admin changes some, and the history lists which', async () => {
    const testApp = await openTestApp()
    const ada = testApp.caller(testApp.admin)
    expect(await ada.settings.get()).toEqual(defaultSettings)
    const edited = await ada.settings.edit({ change: { marketplaceName: 'Bazaar', registration: 'closed', termsUrl: '' } })
    expect(edited).toEqual({ ...defaultSettings, marketplaceName: 'Bazaar', registration: 'closed' })
    expect(await testApp.caller(testApp.secondAdmin).settings.get()).toEqual(edited)
    expect(testApp.app.settings.public()).toMatchObject({ marketplaceName: 'Bazaar', currency: 'EUR', timeZone: 'Europe/Vienna' })
    const { rows } = await ada.history.list({})
    expect(rows).toMatchObject([
      { kind: 'settings.edit', type: null, user: 'Ada', description: 'The settings were changed: marketplace name, registration.' },
    ])
    const [detail] = await testApp.app.sql`select before, after from event_details`
    expect(detail).toEqual({
      before: { marketplaceName: 'Backstall', registration: 'open' },
      after: { marketplaceName: 'Bazaar', registration: 'closed' },
    })
  })

  test('keep a name that is a number', async () => {
    const testApp = await openTestApp()
    const ada = testApp.caller(testApp.admin)
    expect(await ada.settings.edit({ change: { marketplaceName: '1842' } })).toMatchObject({ marketplaceName: '1842' })
  })

  test.each([-1, 99_999_999, 1.5])('say what is right where %s days are wrong', async (buyerRetentionDays) => {
    const testApp = await openTestApp()
    await expect(testApp.caller(testApp.admin).settings.edit({ change: { buyerRetentionDays } })).rejects.toMatchObject({
      data: { issues: [{ field: 'change.buyerRetentionDays', message: 'Use a whole number from 0 to 36500.' }] },
    })
  })

  test('leave no trace in the history if nothing changes', async () => {
    const testApp = await openTestApp()
    await testApp
      .caller(testApp.admin)
      .settings.edit({ change: { marketplaceName: 'Backstall', categories: [...defaultSettings.categories] } })
    await testApp.caller(testApp.admin).settings.edit({ change: {} })
    expect(await testApp.app.sql`select from events`).toHaveLength(0)
    expect(await testApp.app.sql`select from settings`).toHaveLength(0)
  })

  test('are refused once the session has ended', async () => {
    const testApp = await openTestApp()
    const change = { marketplaceName: 'Mine' }
    await testApp.app.sql`delete from sessions where id = ${testApp.admin.sessionId}`
    await expect(testApp.caller(testApp.admin).settings.edit({ change })).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await testApp.caller(testApp.secondAdmin).settings.get()).toEqual(defaultSettings)
    expect(await testApp.app.sql`select from events`).toHaveLength(0)
  })

  test('changed by two admins at once keep both changes', async () => {
    const testApp = await openTestApp()
    await Promise.all([
      testApp.caller(testApp.admin).settings.edit({ change: { marketplaceName: 'Bazaar' } }),
      testApp.caller(testApp.secondAdmin).settings.edit({ change: { categories: ['Lamps'] } }),
    ])
    expect(await testApp.caller(testApp.admin).settings.get()).toEqual({
      ...defaultSettings,
      marketplaceName: 'Bazaar',
      categories: ['Lamps'],
    })
  })

  test('reach every node without being requested', async () => {
    const testApp = await openTestApp()
    const { db, feed } = await anotherNode(testApp)
    const elsewhere = await openSettings({ db, feed, installation: testApp.app.config })
    await testApp.caller(testApp.admin).settings.edit({ change: { marketplaceName: 'Bazaar' } })
    await until(() => expect(elsewhere.public().marketplaceName).toBe('Bazaar'))
  })

  test('that an older Backstall stored in another shape do not stop this one', async () => {
    const testApp = await openTestApp()
    await testApp.app
      .sql`insert into settings (key, value) values ('registration', '"by pigeon"'), ('theme', '"dark"'), ('marketplaceName', '"Bazaar"')`
    expect(await testApp.caller(testApp.admin).settings.get()).toEqual({ ...defaultSettings, marketplaceName: 'Bazaar' })
  })
})

describe('settings that are wrong', async () => {
  const testApp = await openTestApp()
  test.each([
    ['an unknown key', { colour: 'red' }],
    ['a name that is empty', { marketplaceName: '  ' }],
    ['an address that is a script', { termsUrl: 'javascript:alert(1)' }],
    ['a category twice', { categories: ['Art', 'Art '] }],
    ['an unknown way to register', { registration: 'sometimes' }],
    ['a template of an unknown reason', { rejectionTemplates: { ...defaultSettings.rejectionTemplates, boring: 'It is boring.' } }],
    ['a key beside the change', { marketplaceName: 'Bazaar', __proto__: { x: 1 }, constructor: 'x' }],
  ])('such as %s are refused and change nothing', async (_, change) => {
    await expect(testApp.caller(testApp.admin).settings.edit({ change } as never)).rejects.toMatchObject({ code: 'invalid-argument' })
    expect(await testApp.caller(testApp.admin).settings.get()).toEqual(defaultSettings)
    expect(await testApp.app.sql`select from events`).toHaveLength(0)
  })
})
