import { expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { importExport, writeExport } from '#server/testing/transfers.ts'

const { app } = await openTestApp()
const at = '2024-05-01T10:00:00.000Z'

test('people arrive with their ids and other fields, and a second import of the same changes nothing', async () => {
  const folder = await writeExport({
    users: [
      {
        id: 'u1',
        email: 'Mira@example.com',
        role: 'seller',
        status: 'active',
        createdAt: at,
        displayName: 'Mira',
        vatNumber: 'AT1',
        rating: 4.5,
      },
      { id: 'u2', email: 'boss@example.com', role: 'admin', createdAt: { _seconds: 1_714_557_600, _nanoseconds: 0 } },
      { id: 'u3', email: 'mira@example.com' },
      '{"id":"u4",',
      { id: 'u1', email: 'other@example.com' },
      { id: 'u5' },
    ],
  })
  const { progress, said } = await importExport(app, folder)
  expect(progress.counts.users).toEqual({ read: 6, created: 2, updated: 0, unchanged: 0, kept: 0, rejected: 4 })
  expect(said.toSorted()).toEqual([
    'users 2 role waits-as-admin noted',
    'users 3 email email-taken rejected',
    'users 4  broken-json rejected',
    'users 5 id id-twice rejected',
    'users 6 email email-missing rejected',
  ])
  const rows =
    await app.sql`select id, name, email, role, status, extra, to_json(created_at) as "createdAt" from users where id like 'u_' order by id`
  expect(rows).toEqual([
    {
      ...{ id: 'u1', name: 'Mira', email: 'mira@example.com', role: 'seller', status: 'active', createdAt: '2024-05-01T10:00:00+00:00' },
      extra: [
        { key: 'vatNumber', value: 'AT1' },
        { key: 'rating', value: '4.5' },
      ],
    },
    {
      id: 'u2',
      name: 'boss',
      email: 'boss@example.com',
      role: 'seller',
      status: 'active',
      extra: [],
      createdAt: '2024-05-01T10:00:00+00:00',
    },
  ])
  expect((await importExport(app, folder)).progress.counts.users).toMatchObject({ created: 0, updated: 0, unchanged: 2, rejected: 4 })
})
