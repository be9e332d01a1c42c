import { expect, test, vi } from 'vitest'
import type { Actor } from '#domain/user.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { addSession } from '#server/testing/people.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const bell = async (testApp: TestApp, actor: Actor) => (await testApp.caller(actor).notifications.list({})).rows
const delivered = ({ app }: TestApp) =>
  vi.waitFor(async () => expect(await app.sql`select 1 from messages where done_at is null`).toHaveLength(0), {
    timeout: 50_000,
    interval: 20,
  })

test('an admin writes to one person, who reads it in the bell and in a mail; others do not get it', async () => {
  const testApp = await openTestApp()
  const { admin, seller, rival, caller } = testApp
  expect(await caller(admin).notifications.send({ to: 'one', userId: seller.id, text: 'Please answer the buyer.' })).toEqual({
    recipients: 1,
  })
  await delivered(testApp)
  expect(await bell(testApp, seller)).toMatchObject([{ message: 'Please answer the buyer.', type: 'info', status: null, link: null }])
  for (const other of [rival, admin]) expect(await bell(testApp, other)).toEqual([])
  const [mail] = await mailsTo(testApp.app, seller.email)
  expect(mail?.subject).toBe('Please answer the buyer.')
  expect((await caller(admin).history.list({})).rows[0]).toMatchObject({
    kind: 'message.send',
    user: 'Ada',
    reason: 'Please answer the buyer.',
  })
})

test('a person who wants announcements only in the bell gets no mail of them, until they choose mails again', async () => {
  const testApp = await openTestApp()
  const { app, admin, seller, caller } = testApp
  const announce = async (channel: 'app' | 'both', text: string) => {
    await caller(seller).notifications.choose({ change: { info: channel } })
    await caller(admin).notifications.send({ to: 'one', userId: seller.id, text })
    await delivered(testApp)
  }
  await announce('app', 'Said here alone.')
  await announce('both', 'Said by mail, too.')
  expect((await mailsTo(app, seller.email)).map(({ subject }) => subject)).toEqual(['Said by mail, too.'])
  expect((await bell(testApp, seller)).map(({ message }) => message)).toEqual(['Said by mail, too.', 'Said here alone.'])
})

test('"all sellers" means every active seller, "everybody" also the other admins; the author and suspended people get nothing, and each recipient gets it once', async () => {
  const testApp = await openTestApp()
  const { app, admin, secondAdmin, seller, rival, suspended, caller } = testApp
  await app.sql`insert into users (id, name, email) select 'crowd-' || i, 'Crowd', 'crowd-' || i || '@example.com' from generate_series(1, 350) i`
  expect(await caller(admin).notifications.send({ to: 'sellers', text: 'To sellers.', recipients: 352 })).toEqual({ recipients: 352 })
  expect(await caller(admin).notifications.send({ to: 'everybody', text: 'To all.', recipients: 400 })).toEqual({ recipients: 353 })
  await delivered(testApp)
  const counted =
    await app.sql`select message, count(*)::int as notices, count(distinct user_id)::int as people from notifications where user_id <> ${admin.id} group by 1 order by 1`
  expect(counted).toEqual([
    { message: 'To all.', notices: 353, people: 353 },
    { message: 'To sellers.', notices: 352, people: 352 },
  ])
  // Of the newest, only its author is told how far it has come.
  expect(await caller(admin).notifications.announcementProgress()).toEqual({ recipients: 353, sent: 353 })
  expect(await caller(secondAdmin).notifications.announcementProgress()).toBeNull()
  expect((await bell(testApp, secondAdmin)).map(({ message }) => message)).toEqual(['To all.'])
  expect((await bell(testApp, admin)).map(({ message }) => message)).toEqual([
    'Your announcement was delivered to 353 people.',
    'Your announcement was delivered to 352 people.',
  ])
  expect(await mailsTo(app, admin.email)).toEqual([])
  for (const one of [seller, rival]) expect((await bell(testApp, one)).length).toBe(2)
  expect(await app.sql`select 1 from notifications where user_id = ${suspended.id}`).toHaveLength(0)
})

test('an announcement that a stop cuts short goes on after the next start and reaches each person once', async () => {
  const testApp = await openTestApp()
  const { app, admin, caller } = testApp
  await app.sql`insert into users (id, name, email) select 'crowd-' || i, 'Crowd', 'crowd-' || i || '@example.com' from generate_series(1, 500) i`
  await caller(admin).notifications.send({ to: 'sellers', text: 'Hello.', recipients: 502 })
  await vi.waitFor(async () => expect((await app.sql`select 1 from notifications limit 1`).length).toBe(1), {
    timeout: 50_000,
    interval: 5,
  })
  const { recipients, sent } = (await caller(admin).notifications.announcementProgress()) ?? { recipients: 0, sent: 0 }
  expect([recipients, sent % limits.message.batch, sent > 0]).toEqual([502, expect.toBeOneOf([0, 2]), true])
  await testApp.restart()
  await delivered(testApp)
  expect(
    await app.sql`select count(*)::int as notices, count(distinct user_id)::int as people from notifications where user_id <> ${admin.id}`,
  ).toEqual([{ notices: 502, people: 502 }])
  expect((await bell(testApp, admin)).map(({ message }) => message)).toEqual(['Your announcement was delivered to 502 people.'])
})

test('an announcement is stopped once its author is suspended or no longer an admin, and the history says so', async () => {
  const testApp = await openTestApp()
  const { app, admin, secondAdmin, caller } = testApp
  await app.sql`insert into users (id, name, email) select 'crowd-' || i, 'Crowd', 'crowd-' || i || '@example.com' from generate_series(1, 500) i`
  const reached = async () => (await app.sql`select 1 from notifications where message = 'Buy mine.'`).length
  for (const end of [
    () => caller(admin).users.suspend({ id: secondAdmin.id, reason: 'Their session was stolen.' }),
    () => app.sql`update users set role = 'seller', status = 'active' where id = ${secondAdmin.id}`,
  ]) {
    await app.sql`update users set role = 'admin', status = 'active' where id = ${secondAdmin.id}`
    const author = { ...secondAdmin, ...(await addSession(app.db, secondAdmin.id)) }
    // The first batch waits until the author is no longer an active admin; they have then reached at most the people in it.
    const blocker = await app.sql.reserve()
    await blocker`begin`
    await blocker`lock table notifications in exclusive mode`
    await caller(author).notifications.send({ to: 'everybody', text: 'Buy mine.', recipients: 1_000 })
    await end()
    await blocker`commit`
    blocker.release()
    await delivered(testApp)
    expect(await reached()).toBeLessThanOrEqual(limits.message.batch)
    const { rows } = await caller(admin).history.list({})
    expect(rows.find(({ kind }) => kind === 'message.stop')).toMatchObject({
      user: null,
      description: 'An announcement to all people was stopped: its author is no longer an active admin.',
    })
    await app.sql`delete from notifications where message = 'Buy mine.'`
  }
})

test('an admin writes to many only after confirming their number, and asking for the number does not count as an announcement', async () => {
  const testApp = await openTestApp()
  const { app, admin, caller, person } = testApp
  const { send } = caller(admin).notifications
  const asked = (recipients: number) => ({ code: 'count-unconfirmed', status: 409, data: { recipients } })
  for (let times = 0; times <= limits.message.perHour; times++)
    await expect(send({ to: 'sellers', text: 'Hello.' })).rejects.toMatchObject(asked(2))
  await expect(send({ to: 'everybody', text: 'Hello.', recipients: 2 })).rejects.toMatchObject(asked(3))
  // One more person has signed up since the number was answered.
  await person('Nina')
  await expect(send({ to: 'sellers', text: 'Hello.', recipients: 2 })).rejects.toMatchObject(asked(3))
  expect(await app.sql`select from messages`).toHaveLength(0)
  expect(await send({ to: 'sellers', text: 'Hello.', recipients: 3 })).toEqual({ recipients: 3 })
})

test('unknown and suspended people and the author cannot be written to', async () => {
  const testApp = await openTestApp()
  const { admin, suspended, caller } = testApp
  for (const userId of ['unknown', suspended.id, admin.id]) {
    await expect(caller(admin).notifications.send({ to: 'one', userId, text: 'Hello.' })).rejects.toMatchObject({ code: 'not-found' })
  }
})
