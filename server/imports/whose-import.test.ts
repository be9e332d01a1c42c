import { describe, expect, test } from 'vitest'
import { pathOf } from '#server/imports/import-row.ts'
import { sweepImports } from '#server/imports/sweep-imports.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { addImport } from '#server/testing/fixtures.ts'
import { openImports } from '#server/testing/imports.ts'
import { isStored } from '#server/testing/listing.ts'

const { testApp, app, rival, admin, caller, ask, checked, someone } = await openImports()

describe('imports of other people', () => {
  test('are in the list of no other seller, nor of an admin, who has imports of orders only', async () => {
    await checked(await someone(), 'sku,title\nA,x\n')
    expect(await caller(rival).imports.list()).toEqual([])
    expect(await caller(admin).imports.list()).toEqual([])
  })

  test('old imports are deleted with their files, and the oldest if there are too many', async () => {
    const who = await someone()
    const old = await checked(who, 'sku,title\nA,x\n')
    const young = await checked(who, 'sku,title\nA,x\n')
    expect(await isStored(testApp, pathOf(old.id))).toBe(true)
    await app.sql`update imports set created_at = now() - interval '8 days' where id = ${old.id}`
    await sweepImports(app)
    expect((await caller(who).imports.list()).map(({ id }) => id)).toEqual([young.id])
    expect(await isStored(testApp, pathOf(old.id))).toBe(false)
    for (let at = 0; at < limits.import.keptMax; at++) await addImport(app, who.id)
    await sweepImports(app)
    expect((await caller(who).imports.list()).map(({ id }) => id)).not.toContain(young.id)
    expect(await isStored(testApp, pathOf(young.id))).toBe(false)
    expect(await app.sql`select 1 from import_problems where import_id = ${young.id}`).toHaveLength(0)
  })

  test('uploads are limited per hour', async () => {
    const who = await someone()
    const upload = () => ask('/api/imports?name=a.csv', { as: who, method: 'POST', body: 'nothing' })
    for (let at = 0; at < limits.import.perHour; at++) await upload()
    expect((await upload()).json).toMatchObject({ code: 'too-many-requests' })
  })
})
