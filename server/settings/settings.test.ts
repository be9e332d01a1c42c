import { describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domain/settings.ts'
import { openFeed } from '#server/app/open-feed.ts'
import { connect } from '#server/platform/database/database.ts'
import { openSettings } from '#server/settings/open-settings.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { testServer } from '#server/testing/worker.ts'

const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 50_000, interval: 10 })
const quiet = { info: () => {}, warn: () => {} }

describe('the settings', () => {
  test('are what they were at first until an admin changes some, and the history tells which', async () => {
    const world = await openTestApp()
    const ada = world.caller(world.admin)
    expect(await ada.settings.get()).toEqual(defaultSettings)
    const edited = await ada.settings.edit({ change: { marketplaceName: 'Bazaar', registration: 'closed', termsUrl: '' } })
    expect(edited).toEqual({ ...defaultSettings, marketplaceName: 'Bazaar', registration: 'closed' })
    expect(await world.caller(world.secondAdmin).settings.get()).toEqual(edited)
    expect(world.app.settings.public()).toMatchObject({ marketplaceName: 'Bazaar', currency: 'EUR', timeZone: 'Europe/Vienna' })
    const { rows } = await ada.history.list({})
    expect(rows).toMatchObject([
      { kind: 'settings.edit', type: null, user: 'Ada', description: 'The settings were changed: name of the marketplace, registration.' },
    ])
    const [detail] = await world.app.sql`select before, after from event_details`
    expect(detail).toEqual({
      before: { marketplaceName: 'Backstall', registration: 'open' },
      after: { marketplaceName: 'Bazaar', registration: 'closed' },
    })
    await world.close()
  })

  test('leave no trace in the history when nothing really changes', async () => {
    const world = await openTestApp()
    await world.caller(world.admin).settings.edit({ change: { marketplaceName: 'Backstall', categories: [...defaultSettings.categories] } })
    await world.caller(world.admin).settings.edit({ change: {} })
    expect(await world.app.sql`select from events`).toHaveLength(0)
    expect(await world.app.sql`select from settings`).toHaveLength(0)
    await world.close()
  })

  test('are for admins alone, and refused once their session has ended', async () => {
    const world = await openTestApp()
    const change = { marketplaceName: 'Mine' }
    await expect(world.caller(world.seller).settings.edit({ change })).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(world.caller(world.seller).settings.get()).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(world.caller(null).settings.edit({ change })).rejects.toMatchObject({ code: 'not-signed-in' })
    await world.app.sql`delete from sessions where id = ${world.admin.sessionId}`
    await expect(world.caller(world.admin).settings.edit({ change })).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(await world.caller(world.secondAdmin).settings.get()).toEqual(defaultSettings)
    expect(await world.app.sql`select from events`).toHaveLength(0)
    await world.close()
  })

  test('changed by two admins at once keep both changes', async () => {
    const world = await openTestApp()
    await Promise.all([
      world.caller(world.admin).settings.edit({ change: { marketplaceName: 'Bazaar' } }),
      world.caller(world.secondAdmin).settings.edit({ change: { categories: ['Lamps'] } }),
    ])
    expect(await world.caller(world.admin).settings.get()).toEqual({ ...defaultSettings, marketplaceName: 'Bazaar', categories: ['Lamps'] })
    await world.close()
  })

  test('reach every node without being asked for', async () => {
    const world = await openTestApp()
    const [row] = await world.app.sql<{ name: string }[]>`select current_database() as name`
    const { sql, db, close } = connect({ ...testServer(), database: row?.name ?? '' }, 4)
    const feed = await openFeed({ sql, db, config: world.app.config, log: quiet, consumers: [] })
    const elsewhere = await openSettings({ db, feed, installation: world.app.config })
    await world.caller(world.admin).settings.edit({ change: { marketplaceName: 'Bazaar' } })
    await until(() => expect(elsewhere.public().marketplaceName).toBe('Bazaar'))
    await feed.close()
    await close()
    await world.close()
  })

  test('stored by an older Backstall in another shape do not stop this one', async () => {
    const world = await openTestApp()
    await world.app
      .sql`insert into settings (key, value) values ('registration', '"by pigeon"'), ('theme', '"dark"'), ('marketplaceName', '"Bazaar"')`
    expect(await world.caller(world.admin).settings.get()).toEqual({ ...defaultSettings, marketplaceName: 'Bazaar' })
    await world.close()
  })
})

describe('settings that are wrong', async () => {
  const world = await openTestApp()
  test.each([
    ['an unknown key', { colour: 'red' }],
    ['a name that is empty', { marketplaceName: '  ' }],
    ['an address that is a script', { termsUrl: 'javascript:alert(1)' }],
    ['a category twice', { categories: ['Art', 'Art '] }],
    ['an unknown way to register', { registration: 'sometimes' }],
    ['a template of an unknown reason', { rejectionTemplates: { ...defaultSettings.rejectionTemplates, boring: 'It is boring.' } }],
    ['a key beside the change', { marketplaceName: 'Bazaar', __proto__: { x: 1 }, constructor: 'x' }],
  ])('such as %s are refused and change nothing', async (_, change) => {
    await expect(world.caller(world.admin).settings.edit({ change } as never)).rejects.toMatchObject({ code: 'invalid-argument' })
    expect(await world.caller(world.admin).settings.get()).toEqual(defaultSettings)
    expect(await world.app.sql`select from events`).toHaveLength(0)
  })
})
