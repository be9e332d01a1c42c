import { expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { accountSteps, password } from '#server/testing/accounts.ts'
import { waitingFor } from '#server/testing/locks.ts'
import { allSent, mailsTo, tokenTo } from '#server/testing/mails.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, person } = await openTestApp()
const { ask } = await openTestServer(app)
const { db, sql } = app
const another = 'the tide comes in twice'

const { post } = accountSteps({ app }, { ask })
const forgot = (email: string, headers?: Record<string, string>) => post('forgot-password', { email }, headers)
const signIn = (email: string, given: string) => post('sign-in', { email, password: given })

let count = 0
async function registered(name = 'Lena') {
  count += 1
  const email = `lena${count}@example.com`
  const response = await post('sign-up', { name, email, password })
  const [cookie = ''] = response.headers.getSetCookie().map((one) => one.split(';')[0])
  const [row] = await sql<{ id: string }[]>`select id from users where email = ${email}`
  return { email, cookie, id: row?.id ?? '' }
}

test('a forgotten password is reset by mail, and all sessions of the account end', async () => {
  const { email, cookie, id } = await registered()
  expect(await forgot(email)).toMatchObject({ status: 200, json: {} })
  const token = await tokenTo(app, email, 'reset')
  expect(token).toMatch(/^[\w-]{22}$/)
  expect(await post('reset-password', { token, password: another })).toMatchObject({ status: 200, json: { email } })
  expect((await signIn(email, password)).status).toBe(401)
  expect((await signIn(email, another)).status).toBe(200)
  const { json } = await ask('/rpc/users/me', { method: 'POST', headers: { cookie } })
  expect(json).toMatchObject({ json: { user: null } })
  expect((await mailsTo(app, email)).map(({ subject }) => subject)).toContain('Your password on Backstall was changed')
  const events = await sql`select kind, actor_id from events where item_id = ${id} order by id`
  expect(events).toMatchObject([{ kind: 'user.register' }, { kind: 'user.password', actor_id: id }])
  expect(JSON.stringify(await sql`select * from account_tokens`)).not.toContain(token)
})

test('a link works once, for an hour, and only for its purpose', async () => {
  const { email } = await registered()
  const verify = await tokenTo(app, email, 'verify')
  await forgot(email)
  const token = await tokenTo(app, email, 'reset')
  for (const wrong of [verify, 'nothing']) expect((await post('reset-link', { token: wrong })).json).toMatchObject({ code: 'link-expired' })
  expect(await post('reset-link', { token })).toMatchObject({ status: 200, json: {} })
  expect((await post('reset-password', { token: verify, password: another })).json).toMatchObject({ code: 'link-expired' })
  expect((await post('verify-email', { token })).json).toMatchObject({ code: 'link-expired' })
  expect((await post('reset-password', { token, password: 'password1' })).json).toMatchObject({
    code: 'password-common',
    field: 'password',
  })
  for (const guessable of [email, 'backstall'])
    expect((await post('reset-password', { token, password: guessable })).json).toMatchObject({
      code: 'password-guessable',
      field: 'password',
    })
  expect((await post('reset-password', { token, password: 'short' })).status).toBe(400)
  expect((await post('reset-password', { token, password: `${another}\u0000` })).status).toBe(400)
  const both = await Promise.all([another, `${another}!`].map((one) => post('reset-password', { token, password: one })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await post('reset-password', { token, password: another })).json).toMatchObject({ code: 'link-expired' })

  await forgot(email)
  const late = await tokenTo(app, email, 'reset')
  await sql`update account_tokens set expires_at = now() - interval '1 second'`
  expect((await post('reset-link', { token: late })).json).toMatchObject({ code: 'link-expired' })
  expect((await post('reset-password', { token: late, password: another })).json).toMatchObject({ code: 'link-expired' })
  expect(limits.account.tokenMs).toBe(60 * 60 * 1000)
})

test('the answer to a forgotten password does not show whether an address is known, and the mails are limited', async () => {
  const { email } = await registered()
  const unknown = 'nobody.at.all@example.com'
  for (const address of [email, unknown]) {
    const answers = []
    for (let at = 0; at < 4; at++) answers.push(await forgot(address.toUpperCase()))
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, '{}'],
      [200, '{}'],
      [200, '{}'],
      [429, expect.stringContaining('too-many-requests')],
    ])
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  }
  const subjects = (await mailsTo(app, email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject?.startsWith('Choose a new password'))).toHaveLength(3)
  expect(await mailsTo(app, unknown)).toEqual([])
})

test('the link in the mail has our address, whatever host a request names', async () => {
  const { email } = await registered()
  await forgot(email, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' })
  const mails = await mailsTo(app, email)
  expect(mails.at(-1)?.text).toContain('http://127.0.0.1:3000/login?reset=')
  expect(mails.map(({ text, html }) => `${text}${html}`).join()).not.toContain('evil.example')
})

test('what a stranger typed as their name reaches no mailbox that is not confirmed', async () => {
  const { email, cookie, id } = await registered('Win money at evil.example/x')
  const wanted = 'somebody.else@example.com'
  await forgot(email)
  await ask('/rpc/account/changeEmail', { method: 'POST', headers: { cookie }, json: { json: { password, email: wanted } } })
  await sendMail(db, { to: email, template: 'notices', values: { name: 'Win money', headline: '“evil.example” was approved.' } })
  const mails = [...(await mailsTo(app, email)), ...(await mailsTo(app, wanted))]
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Choose a new password for Backstall',
    'Confirm your email address for Backstall',
    'Confirm your new email address for Backstall',
    'Your email address on Backstall is about to change',
    '“evil. example” was approved.',
  ])
  for (const { text, html } of mails) expect(`${text}${html}`).not.toMatch(/Win money|evil\.example/)
  for (const { text } of mails) expect(text).toMatch(/^Hello,\n/)
  // Now they have proved that the mailbox is theirs.
  await post('verify-email', { token: await tokenTo(app, email, 'verify') })
  await sql`update users set name = 'Lena' where id = ${id}`
  await forgot(email)
  expect((await mailsTo(app, email)).at(-1)?.text).toMatch(/^Hello Lena,\n/)
})

test('a suspended person gets no link, and an earlier link does not work', async () => {
  const { email, id } = await registered()
  await forgot(email)
  const token = await tokenTo(app, email, 'reset')
  await sql`update users set status = 'suspended' where id = ${id}`
  await forgot(email)
  await allSent(app)
  expect(await tokenTo(app, email, 'reset')).toBe(token)
  expect((await post('reset-password', { token, password: another })).json).toMatchObject({ code: 'link-expired' })
})

test('a new seller confirms the address later, and sells before that', async () => {
  const { email, id } = await registered()
  const verified = () => sql`select email_verified as yes from users where id = ${id}`
  expect(await verified()).toEqual([{ yes: false }])
  const token = await tokenTo(app, email, 'verify')
  expect((await post('verify-email', { token })).json).toEqual({ email })
  expect(await verified()).toEqual([{ yes: true }])
  expect((await post('verify-email', { token })).json).toMatchObject({ code: 'link-expired' })
})

test('a new address counts once it is confirmed, unless another account has it by then', async () => {
  const { email, id } = await registered()
  const wanted = async (address: string) => {
    await sql`update users set pending_email = ${address} where id = ${id}`
    await sendMail(db, { to: address, template: 'confirmEmail', values: { userId: id } })
    return tokenTo(app, address, 'verify')
  }
  const taken = await wanted('lena.taken@example.com')
  const rival = await person('Rival')
  await sql`update users set email = 'Lena.Taken@example.com' where id = ${rival.id}`
  expect((await post('verify-email', { token: taken })).json).toMatchObject({ code: 'email-taken' })
  const former = await wanted('lena.former@example.com')
  const token = await wanted('lena.new@example.com')
  expect((await post('verify-email', { token: former })).json).toMatchObject({ code: 'link-expired' })
  await forgot(email)
  const reset = await tokenTo(app, email, 'reset')
  expect((await post('verify-email', { token })).json).toEqual({ email: 'lena.new@example.com' })
  expect((await signIn('lena.new@example.com', password)).status).toBe(200)
  expect((await signIn(email, password)).status).toBe(401)
  // A link in the former mailbox.
  expect((await post('reset-password', { token: reset, password: another })).json).toMatchObject({ code: 'link-expired' })
})

test('a link opened while signed in is used before the redirect home; one of another account stays unused', async () => {
  const { email, cookie, id } = await registered()
  const open = async (query: string, as = cookie) => {
    const { status, headers } = await ask(`/login?${query}`, { headers: { cookie: as } })
    return [status, headers.get('location')]
  }
  const verify = await tokenTo(app, email, 'verify')
  // Requests of link scanners and of prefetching browsers.
  await ask(`/login?verify=${verify}`, { method: 'HEAD', headers: { cookie } })
  await ask(`/login?verify=${verify}`, { headers: { cookie, 'sec-purpose': 'prefetch' } })
  expect(await open(`verify=${verify}`)).toEqual([302, '/seller/products?link=verified'])
  expect(await open(`verify=${verify}`)).toEqual([302, '/seller/products?link=confirmed'])
  // A person with another address to confirm needs another link.
  await sql`update users set pending_email = 'lena@new.example.com' where id = ${id}`
  expect(await open(`verify=${verify}`)).toEqual([302, '/seller/products?link=expired'])
  await sql`update users set pending_email = null where id = ${id}`
  await forgot(email)
  const token = await tokenTo(app, email, 'reset')
  const other = await registered()
  expect(await open(`reset=${token}`, other.cookie)).toEqual([302, '/seller/products?link=other'])
  expect(await open(`reset=${token}&verify=x`)).toEqual([302, '/seller/products?link=reset'])
  expect((await post('reset-password', { token, password: another })).json).toMatchObject({ code: 'link-expired' })
  expect(await sql`select purpose from account_tokens where user_id = ${id}`).toEqual([{ purpose: 'choose' }])
})

test('a sign-in with the old password during a reset opens no session', async () => {
  const { email, id } = await registered()
  await forgot(email)
  const token = await tokenTo(app, email, 'reset')
  // With an unconfirmed address the reset would also wait for this lock, to remove the second factor.
  await sql`update users set email_verified = true where id = ${id}`
  const lock = await sql.reserve()
  await lock`begin`
  await lock`lock table second_factors in access exclusive mode`
  const signing = signIn(email, password)
  await expect.poll(() => waitingFor(lock)).toHaveLength(1)
  expect((await post('reset-password', { token, password: another })).status).toBe(200)
  await lock`commit`
  lock.release()
  expect(await signing).toMatchObject({ status: 401, json: { user: null, code: 'wrong-credentials' } })
  expect(await sql`select 1 from sessions where user_id = ${id}`).toEqual([])
})

test('of two reset links of one person used at the same moment, one counts and the other is refused', async () => {
  const { email } = await registered()
  const links = []
  for (const _ of [1, 2]) {
    await forgot(email)
    links.push(await tokenTo(app, email, 'reset'))
  }
  const lock = await sql.reserve()
  await lock`begin`
  await lock`lock table accounts in exclusive mode`
  const answers = links.map((token) => post('reset-password', { token, password: another }))
  await expect.poll(() => waitingFor(lock)).toHaveLength(2)
  await lock`commit`
  lock.release()
  expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('the owner of an address that a stranger registered gets in alone by a reset, whatever second factor or provider was set', async () => {
  const { email, id } = await registered()
  await sql`insert into second_factors (user_id, secret, confirmed_at) values (${id}, 'x', now())`
  await sql`insert into accounts (id, account_id, provider_id, user_id) values (${id}, 'stranger', 'https://login.example.com', ${id})`
  await forgot(email)
  expect((await post('reset-password', { token: await tokenTo(app, email, 'reset'), password: another })).status).toBe(200)
  expect((await signIn(email, another)).status).toBe(200)
  const events = await sql`select kind from events where item_id = ${id} order by id`
  expect(events.map(({ kind }) => kind)).toEqual(['user.register', 'user.secondFactor', 'user.provider', 'user.password'])
  expect(await sql`select provider_id from accounts where user_id = ${id}`).toEqual([{ provider_id: 'credential' }])
})

test('a second factor and a provider of a confirmed address stay through a reset', async () => {
  const { email, id } = await registered()
  await sql`update users set email_verified = true where id = ${id}`
  await sql`insert into second_factors (user_id, secret, confirmed_at) values (${id}, 'x', now())`
  await sql`insert into accounts (id, account_id, provider_id, user_id) values (${id}, 'owner', 'https://login.example.com', ${id})`
  await forgot(email)
  await post('reset-password', { token: await tokenTo(app, email, 'reset'), password: another })
  expect((await signIn(email, another)).json).toMatchObject({ code: 'second-factor-needed' })
  expect(await sql`select 1 from accounts where user_id = ${id} and account_id = 'owner'`).toHaveLength(1)
})

test('a malformed code is an invalid value, not an error', async () => {
  const { email } = await registered()
  const body = JSON.stringify({ email, password, code: '\ud800' })
  const headers = { 'content-type': 'application/json' }
  const response = await ask('/api/auth/sign-in', { method: 'POST', headers, body })
  expect(response).toMatchObject({ status: 400, json: { user: null, code: 'invalid-argument', field: 'code' } })
})
