import { expect, test, vi } from 'vitest'
import { errorToLog } from '#server/platform/error-to-log.ts'
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
  expect(line).toContain('constraint_name: users_email')
  expect(line).toContain('code: 23505')
  expect(line).toContain('error-to-log.test.ts')
  expect(line.toLowerCase()).not.toContain('secret')
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

test('the causes of an error are logged with it, also where there are several or none of them is an Error', () => {
  const deep = new Error('It broke.', { cause: new AggregateError([new Error('One.'), new Error('Other.')], 'Both.') })
  for (const part of ['It broke.', 'Both.', 'One.', 'Other.']) expect(errorToLog(deep)).toContain(part)
  expect(errorToLog('words alone')).toBe('words alone')
})
