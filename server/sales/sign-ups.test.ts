import { expect, test } from 'vitest'
import { accountSteps, password } from '#server/testing/accounts.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, caller, admin, secondAdmin } = await openTestApp()
const { ask } = await openTestServer(app)
const { sql } = app
const { post, member } = accountSteps({ app }, { ask })

test('people who close their account, are suspended or become an admin still count among the sign-ups of their day, and those who sign up again count again', async () => {
  const olga = await member('Olga')
  const other = await member('Otto')
  await sql`update users set created_at = now() - interval '10 days' where id in (${olga.id}, ${other.id})`
  const { total, days } = await caller(admin).sales.signUps()
  const day = days.findLast(({ count }) => count === 2)?.day ?? ''
  const onThatDay = async () => {
    const response = await caller(admin).sales.signUps()
    const { rows } = await caller(admin).users.list({ from: day, to: day })
    return [response.total, response.days.find((one) => one.day === day)?.count, rows.length]
  }
  expect(await onThatDay()).toEqual([total, 2, 2])
  await caller(olga).account.close({ password })
  await caller(admin).users.makeAdmin({ id: other.id })
  await caller(secondAdmin).users.suspend({ id: other.id, reason: 'Left.' })
  expect(await onThatDay()).toEqual([total, 2, 2])
  expect((await post('sign-up', { name: 'Olga', email: olga.email, password })).status).toBe(200)
  expect(await onThatDay()).toEqual([total + 1, 2, 2])
})
