import { expect, test, vi } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { errorToLog } from '#server/platform/error-to-log.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { logFault } from '#server/platform/http/errors.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, admin } = await openTestApp()
const { ask } = await openTestServer(app)

test('the log names the statement that failed and why, never its values', async () => {
  const { users } = await import('#server/platform/database/tables/users.ts')
  const person = { id: 'once', name: 'Ida Secret', email: 'ida.secret@example.com' }
  await app.db.insert(users).values(person)
  const error = await app.db
    .insert(users)
    .values({ ...person, id: 'twice' })
    .catch((failure: unknown) => failure)
  const line = errorToLog(error)
  expect(line).toContain('insert into "users"')
  expect(line).toContain('constraint: users_email')
  expect(line).toContain('code: 23505')
  expect(line).toContain('error-to-log.test.ts')
  expect(line.toLowerCase()).not.toContain('secret')
})

test('a value that the database refuses is logged nowhere', async () => {
  const error = await app.sql`select ${'ida.secret@example.com'}::text::uuid`.catch((failure: unknown) => failure)
  for (const line of [errorToLog(error), messageOf(error)]) {
    expect(line).toContain('invalid input syntax for type uuid')
    expect(line).not.toContain('secret')
  }
})

test('a request that fails is logged without its query, which may contain a token', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await app.sql`alter table sessions rename column expires_at to gone`
  expect((await ask('/login?reset=Secret', { as: admin })).status).toBe(500)
  await app.sql`alter table sessions rename column gone to expires_at`
  const lines = logged.mock.calls.flat().join('\n')
  expect(lines).toContain('GET /login failed:')
  expect(lines.toLowerCase()).not.toContain('secret')
})

test('an anonymous caller cannot fill the log with the stack of one fault', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await app.sql`alter table files rename to gone`
  for (let at = 0; at < 120; at++) expect((await ask(`/files/products/${newId()}/0_lamp.png?${at}`)).status).toBe(500)
  await app.sql`alter table gone rename to files`
  const [first = '', ...others] = logged.mock.calls.flat().map(String)
  expect(first).toMatch(/^GET \/files\/products\/.* failed: .*\n {4}at /)
  expect(others).toEqual(
    [10, 100].map((times) => expect.stringMatching(`^GET /files/products/\\S+ failed as before, ${times} times within a minute.$`)),
  )
})

test('another fault at the same address is logged with its stack, too', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const asked = (table: string, ids: number[]) => app.sql`select from ${app.sql(table)} where id in ${app.sql(ids)}`.catch((error) => error)
  const ofTables: unknown[] = []
  for (const [table, ids] of [
    ['albums', [1]],
    ['albums', [1, 2, 3]],
    ['songs', [1]],
  ] as const)
    ofTables.push(await asked(table, [...ids]))
  const faults = [...['Ida.', 'Max.'].map((message) => new Error(message)), new TypeError('Ida.'), ...ofTables]
  for (const error of [...faults, new Error('Ida.', { cause: new Error('Deep.') })]) logFault(error, 'GET /one')
  expect(logged.mock.calls.map(([line]) => String(line).split(/ \(|\n/)[0])).toEqual([
    'GET /one failed: Error: Ida.',
    'GET /one failed: TypeError: Ida.',
    'GET /one failed: DatabaseError: relation "albums" does not exist',
    'GET /one failed: DatabaseError: relation "songs" does not exist',
    'GET /one failed: Error: Ida.',
  ])
})

test('the causes of an error are logged with it, also where there are several or none of them is an Error', () => {
  const deep = new Error('It broke.', { cause: new AggregateError([new Error('One.'), new Error('Other.')], 'Both.') })
  for (const part of ['It broke.', 'Both.', 'One.', 'Other.']) expect(errorToLog(deep)).toContain(part)
  expect(errorToLog('words alone')).toBe('words alone')
})
