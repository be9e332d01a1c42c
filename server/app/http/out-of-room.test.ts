import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { openErrorLog } from '#server/platform/events/error-log.ts'
import { arrivals, placeOf } from '#server/platform/files/parts.ts'
import { forgetLogged } from '#server/platform/log-rarely.ts'
import { chair } from '#server/testing/listing.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { openUploads } from '#server/testing/uploads.ts'

const { app, seller, ask, send, creation, filesOf, everything, leavesNothing, jpeg } = await openUploads()

/** Makes the database refuse every new row of this table, as on a full disk. Returns a function that ends that; so does the end of the test. */
async function refuseRows(table: string, code: string) {
  await app.sql.unsafe(`
    create function refuse_rows() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$;
    create trigger refuse_rows before insert on ${table} for each row execute function refuse_rows()`)
  const end = async () => void (await app.sql.unsafe('drop function if exists refuse_rows cascade'))
  onTestFinished(end)
  return end
}
/** What is logged from now on, as if nothing had been logged before, and while the clock stands still: an outage is logged again after a while. */
function logged() {
  forgetLogged()
  vi.setSystemTime(Date.now())
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    printed.mockRestore()
    vi.useRealTimers()
  })
  return () => printed.mock.calls.flat()
}
const save = () =>
  ask('/rpc/products/create', { as: seller, method: 'POST', json: { json: { ...chair(), draft: true, imagesFollow: false } } })

test.each([
  ['a full disk', ['53100'], 'no space is left'],
  ['exhausted memory', ['53200'], 'out of memory'],
  ['a broken disk', ['58030'], 'disk of the database fails'],
  // Two kinds of conflicting changes are logged as one.
  ['a deadlock or changes that did not go together, twice', ['40P01', '40001'], 'in favour of another change'],
])('a seller whose product meets %s is asked to come back later, and can save it then', async (_, codes, said) => {
  const lines = logged()
  for (const code of codes) {
    const back = await refuseRows('products', code)
    const answers = await Promise.all(Array.from({ length: 20 }, save))
    for (const { status, headers, json } of answers)
      expect([status, headers.get('retry-after'), json]).toMatchObject([503, '5', { json: { code: 'unavailable' } }])
    await back()
    expect((await save()).status).toBe(200)
  }
  expect(lines()).toEqual([expect.stringMatching(new RegExp(`^products.create: .*${said}.*\\(${codes[0]}\\)\\.$`))])
})

test('a seller whose picture finds the database full gets the refusal of any full store, and can send it again', async () => {
  const id = await creation()
  const lines = logged()
  const back = await refuseRows('files', '53100')
  const full = await send(seller, id, jpeg)
  expect([full.status, full.json]).toEqual([
    402,
    { error: 'There is no space left for files.', code: 'storage/quota-exceeded', field: 'images' },
  ])
  expect(lines().join()).not.toMatch(/\n/)
  expect(await filesOf(id)).toEqual([])
  await back()
  expect((await send(seller, id, jpeg)).status).toBe(200)
})

test('an upload to a full disk is refused, leaves nothing, and succeeds once there is room', async () => {
  const id = await creation()
  const before = await everything()
  const key = newId()
  const upload = () =>
    ask(`/api/products/${id}/images?name=photo.jpg&upload=${key}`, { as: seller, method: 'POST', body: new Uint8Array(jpeg) })
  await mkdir(arrivals(app), { recursive: true })
  await symlink('/dev/full', placeOf(app, { personId: seller.id, target: id, key }))
  const full = await upload()
  expect([full.status, full.json]).toEqual([
    402,
    { error: 'There is no space left for files.', code: 'storage/quota-exceeded', field: 'images' },
  ])
  await leavesNothing(id, before)
  expect((await upload()).status).toBe(200)
})

test('a product file that finds the database full gets the refusal of any full store', async () => {
  const lines = logged()
  const back = await refuseRows('imports', '53100')
  const file = { as: seller, method: 'POST', body: 'title,price\nOak chair,120.00\n' }
  const full = await ask('/api/imports?name=chairs.csv', file)
  expect([full.status, full.json]).toMatchObject([402, { code: 'storage/quota-exceeded', field: 'file' }])
  expect(lines().join()).not.toMatch(/\n/)
  await back()
  expect((await ask('/api/imports?name=chairs.csv', file)).status).toBe(200)
})

test('a worker logs once that there is no room, though another file is full each time', async () => {
  const said: string[] = []
  const note = (line: string) => void said.push(line)
  const { failed, recovered } = openErrorLog({ info: note, warn: note }, 'Sending mail')
  for (const name of ['a', 'b', 'c']) failed(Object.assign(new Error(`could not extend file "${name}"`), { code: '53100' }))
  failed(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  failed(Object.assign(new Error('the database system is starting up'), { code: '57P03' }))
  failed(new AppError('unavailable', { message: 'it has stalled.' }))
  recovered()
  expect(said).toEqual([
    'Sending mail fails: could not extend file "a"',
    'Sending mail fails: connect ECONNREFUSED',
    'Sending mail fails: it has stalled.',
    'Sending mail works again.',
  ])
})

test('the readiness check leaves nothing in the file store, even where the disk is full or a process was killed', async () => {
  const { folder } = app.config.storage as { folder: string }
  const hidden = () => [
    ...readdirSync(folder).filter((name) => name !== '.waiting' && name.startsWith('.')),
    ...readdirSync(join(folder, '.waiting')),
  ]
  // A write there finds no room, as the file itself would.
  symlinkSync('/dev/full', join(folder, '.waiting/ready'))
  const full = await ask('/readyz')
  expect([full.status, full.json]).toEqual([503, { ready: false, missing: ['files'] }])
  expect(hidden()).toEqual([])
  writeFileSync(join(folder, '.waiting/ready'), 'rea')
  const well = await openTestServer(app)
  expect((await well.ask('/readyz')).json).toEqual({ ready: true, missing: [] })
  expect(hidden()).toEqual([])
})
