import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { addPerson } from './people.ts'
import { openTestApp } from './test-app.ts'

const { app, seller } = await openTestApp()

test('reading the fingerprint changes nothing, however often', async () => {
  const before = await fingerprint(app)
  for (let at = 0; at < 8; at++) expect(await fingerprint(app)).toEqual(before)
})

test('a write that is in progress during one fingerprint shows in the next one', async () => {
  const connection = await app.sql.reserve()
  await connection`begin`
  await connection`insert into products (id, title) values ('slow lamp', 'Lamp')`
  const before = await fingerprint(app)
  expect(await fingerprint(app)).toEqual(before)
  await connection`commit`
  connection.release()
  expect((await fingerprint(app)).products).not.toBe(before.products)
})

test('a row that is added, written again unchanged, or removed shows, and nothing else', async () => {
  const { id } = await addPerson(app.db, 'Otto')
  const writes = {
    sessions: () => app.sql`delete from sessions where user_id = ${id}`,
    users: () => app.sql`update users set name = name where id = ${seller.id}`,
    products: () => app.sql`insert into products (id, title) values ('lamp', 'Lamp')`,
  }
  for (const [table, write] of Object.entries(writes)) {
    const before = await fingerprint(app)
    await write()
    const after = await fingerprint(app)
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([table])
  }
})
