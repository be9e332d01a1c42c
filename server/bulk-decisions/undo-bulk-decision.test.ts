import { describe, expect, test, vi } from 'vitest'
import { openBulkRunner } from '#server/bulk-decisions/run-bulk-decisions.ts'
import { bulkOf } from '#server/testing/bulk.ts'
import { neverRun } from '#server/testing/fixtures.ts'
import { expectedBy } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, admin, secondAdmin } = testApp
const { bulk, find, waiting, comesDue, done, statusesOf, decisionsOn } = bulkOf(testApp)

describe('undoing a bulk decision', () => {
  test('in the ninth second prevents all of it', async () => {
    const some = await waiting(3)
    const started = await bulk(admin).start({ decision: 'approve', items: some.map(expectedBy) })
    // Stands for the ninth second, with time for a slow machine.
    await app.sql`update bulk_decisions set runs_at = now() + interval '5 seconds' where id = ${started.id}`
    expect(await bulk(admin).undo({ id: started.id })).toMatchObject({ id: started.id, status: 'undone', results: [] })
    expect(await find(started)).toBeUndefined()
    await comesDue(started)
    // A bulk decision started later has been carried out, so the undone one was passed over.
    const later = await bulk(admin).start({ decision: 'approve', items: (await waiting(1)).map(expectedBy) })
    await comesDue(later)
    await done(later)
    expect(await statusesOf(some)).toEqual(['pending', 'pending', 'pending'])
    expect(await bulk(admin).undo({ id: started.id })).toMatchObject({ status: 'undone' })
  })

  test('is refused for one of another admin', async () => {
    const some = await waiting(1)
    const started = await bulk(admin).start({ decision: 'approve', items: some.map(expectedBy) })
    await neverRun(app)
    await expect(bulk(secondAdmin).undo({ id: started.id })).rejects.toMatchObject({ code: 'not-yours', status: 403 })
    expect(await find(started)).toMatchObject({ status: 'held' })
    await bulk(admin).undo({ id: started.id })
  })

  test('is too late once it was carried out', async () => {
    const started = await bulk(admin).start({ decision: 'approve', items: (await waiting(1)).map(expectedBy) })
    await comesDue(started)
    await done(started)
    await expect(bulk(admin).undo({ id: started.id })).rejects.toMatchObject({ code: 'too-late', data: { fresh: { status: 'done' } } })
  })

  test('at the very moment it begins undoes all of it or nothing', async () => {
    const fates = new Set<string>()
    for (let turn = 0; turn < 12; turn++) {
      const some = await waiting(4)
      const started = await bulk(admin).start({ decision: 'approve', items: some.map(expectedBy) })
      await comesDue(started)
      // Another node starts while the admin clicks.
      const node = openBulkRunner(app)
      if (turn % 2 === 1)
        await vi.waitFor(async () => expect((await find(started))?.status).not.toBe('held'), { timeout: 50_000, interval: 1 })
      const outcome = await bulk(admin)
        .undo({ id: started.id })
        .then(
          ({ status }) => status as string,
          (error) => error.code as string,
        )
      if (outcome === 'too-late') await done(started)
      await node.close()
      expect(await statusesOf(some)).toEqual(some.map(() => (outcome === 'undone' ? 'pending' : 'approved')))
      expect(await decisionsOn(some)).toHaveLength(outcome === 'undone' ? 0 : 4)
      fates.add(outcome)
    }
    for (const fate of fates) expect(['undone', 'too-late']).toContain(fate)
    expect(fates).toContain('too-late')
  })
})
