import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { manifestFile, nameAt } from '#server/backups/manifest.ts'
import { assertCanBackUp, backUpIfDue, openBackups } from '#server/backups/schedule.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { testFolder } from '#server/testing/worker.ts'

const { app, admin, caller } = await openTestApp()
const lines: string[] = []
const log = { info: (line: string) => lines.push(line), warn: () => {} }
const due = () => backUpIfDue(app, { log })
const status = () => caller(admin).backups.status()
const set = (change: object) => caller(admin).settings.edit({ change })
let folder = ''
beforeEach(() => {
  folder = testFolder()
})
/** Makes a backup that is due while the store gives no file. */
const fail = async () => {
  const storage = { ...app.storage, get: () => Promise.reject(new Error('x')) }
  await app.sql`insert into imports (id, user_id, name, status) values ('i', ${admin.id}, 'x.csv', 'done')`
  await expect(backUpIfDue({ ...app, storage }, { log })).rejects.toThrow()
  await app.sql`delete from imports`
}
/** Makes the only backup of the folder so many days older. */
const aged = (days: number) => {
  const [name = ''] = readdirSync(folder).sort().reverse()
  const place = join(folder, name, manifestFile)
  const manifest = JSON.parse(readFileSync(place, 'utf8'))
  const at = new Date(Date.parse(manifest.at) - days * 24 * 60 * 60 * 1000).toISOString()
  writeFileSync(place, JSON.stringify({ ...manifest, at }))
  renameSync(join(folder, name), join(folder, nameAt(at)))
  return nameAt(at)
}

test('no backup is made unless an admin wants one, and then once a day, and the oldest are removed only after that', async () => {
  await due()
  expect(await status()).toMatchObject({ isEmbedded: true, last: null, next: null, failure: null, running: false })
  await set({ backupEvery: 'daily', backupFolder: folder, backupKeep: 2 })
  await due()
  expect(readdirSync(folder)).toHaveLength(1)
  const { last, next } = await status()
  expect(last).toMatchObject({ name: readdirSync(folder)[0], files: 0, lost: 0 })
  expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now())
  await due()
  expect(readdirSync(folder)).toHaveLength(1)
  const oldest = aged(9)
  await due()
  const old = aged(5)
  expect(readdirSync(folder).sort()).toEqual([oldest, old])
  await due()
  expect(readdirSync(folder)).toHaveLength(2)
  expect(readdirSync(folder)).not.toContain(oldest)
  expect(lines).toHaveLength(3)
})

test('a weekly backup is made once a week, on its day', async () => {
  await set({ backupEvery: 'weekly', backupFolder: folder })
  await due()
  aged(8)
  const { next } = await status()
  expect(new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Europe/Vienna' }).format(new Date(next ?? ''))).toBe('Sunday')
  await due()
  await due()
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a failure is shown with its reason, is not repeated at once, and leaves former backups and other folders alone', async () => {
  await set({ backupEvery: 'daily', backupFolder: folder, backupKeep: 1 })
  await due()
  const old = aged(3)
  mkdirSync(join(folder, 'photos of the summer'))
  await fail()
  expect((await status()).failure?.message).toContain('x')
  await due()
  expect(readdirSync(folder).sort()).toEqual([old, 'photos of the summer'].sort())
})

test.each([
  [{ backupFolder: 'backups' }, 'invalid-argument'],
  [{ backupFolder: '/dev/null/backups' }, 'folder-unusable'],
  [{ backupFolder: '/proc/none/backups' }, 'folder-unusable'],
  [{ backupAt: '25:00' }, 'invalid-argument'],
  [{ backupKeep: 0 }, 'invalid-argument'],
  [{ backupDay: 8 }, 'invalid-argument'],
])('%j is refused', async (change, code) => {
  await expect(set({ backupEvery: 'daily', ...change })).rejects.toMatchObject({ code })
})

test('with DATABASE_URL no schedule is accepted', async () => {
  const config = { ...app.config, databaseUrl: 'postgres://elsewhere' }
  await expect(assertCanBackUp({ config }, { backupEvery: 'daily' })).rejects.toMatchObject({ code: 'not-embedded' })
})

test('an admin gets a backup at once though the schedule is off, and it removes no other', async () => {
  await set({ backupEvery: 'off', backupFolder: folder, backupKeep: 1 })
  await caller(admin).backups.make()
  expect((await status()).running).toBe(true)
  await due()
  expect(await status()).toMatchObject({ running: false, last: { name: readdirSync(folder)[0] } })
  await due()
  const old = aged(3)
  const backups = openBackups(app, log)
  await caller(admin).backups.make()
  await expect.poll(() => readdirSync(folder).filter((name) => !name.includes('.partial'))).toHaveLength(2)
  await backups.close()
  expect(readdirSync(folder)).toContain(old)
  expect((await status()).running).toBe(false)
})

test('a backup that an admin wanted removes no other while the schedule is on; the next one of the schedule does', async () => {
  await set({ backupEvery: 'daily', backupFolder: folder, backupKeep: 1 })
  await due()
  const old = aged(3)
  await caller(admin).backups.make()
  await due()
  expect(readdirSync(folder)).toHaveLength(2)
  expect(readdirSync(folder)).toContain(old)
  aged(2)
  await due()
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a backup that an admin wanted and that failed is not made later, and the reason is shown', async () => {
  await set({ backupEvery: 'off', backupFolder: folder })
  await caller(admin).backups.make()
  await fail()
  expect(await status()).toMatchObject({ running: false, last: null })
  expect((await status()).failure?.message).toContain('x')
  await due()
  expect(readdirSync(folder)).toEqual([])
})
