import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql as statement } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { inHtml } from '#server/platform/mail/in-html.ts'
import { type MailTexts, mails } from '#server/platform/mail/messages/en.ts'
import { sendMail, sendMails } from '#server/platform/mail/send-mail.ts'
import { type MailTemplate, renderMail } from '#server/platform/mail/template.ts'
import { openMailServer } from '#server/testing/mail-server.ts'
import { allSent, mailsTo } from '#server/testing/mails.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app } = await openTestApp()
const { config, db, sql } = app
const to = 'ada@example.com'
const test1 = { to, template: 'test', link: '/profile' } as const

const stateOf = (recipient: string) => sql`
  select sent_at is not null as sent, given_up_at is not null as "givenUp", last_error as why, content from outgoing_mails where recipient = ${recipient}`

test('without a mail server a mail is written to the outbox folder, readable for its owner alone', async () => {
  await sendMail(db, test1)
  const [mail] = await mailsTo(app, to)
  expect(mail).toMatchObject({ subject: 'Test email from Backstall', from: { address: 'noreply@example.com' } })
  expect(mail?.text).toContain('http://127.0.0.1:3000/profile')
  const [row] = await sql<{ id: string }[]>`select id from outgoing_mails where recipient = ${to}`
  expect(statSync(join(config.dataDir, 'outbox', `${row?.id}.eml`)).mode & 0o777).toBe(0o600)
  expect(await stateOf(to)).toMatchObject([{ sent: true, content: {} }])
})

test('a link can be copied from the file of a mail as it is', async () => {
  const link = '/register?invite=SYkLAqi9OcXinbyukO0vnQ-and-so-on-until-it-is-longer-than-a-line-of-a-mail'
  const reader = 'grace@example.com'
  await sendMail(db, { ...test1, to: reader, link })
  await allSent(app)
  const [row] = await sql<{ id: string }[]>`select id from outgoing_mails where recipient = ${reader}`
  const file = readFileSync(join(config.dataDir, 'outbox', `${row?.id}.eml`), 'utf8')
  expect(file.split('\r\n')).toContain(`http://127.0.0.1:3000${link}`)
})

const tempting = 'Win at 12:30 for 12.50 at evil.example/x, http://evil.example, www.evil.example, me@evil.example, evil。example'

test.each(Object.keys(mails) as MailTemplate[])(
  'the mail %s has no name and no link typed by people if the address is unconfirmed',
  (template) => {
    const { subject, text }: { subject: string; text: readonly string[] } = mails[template]
    const typed = [subject, ...text].flatMap((line) => [...line.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))
    const content = { values: Object.fromEntries(typed.map((name) => [name, tempting])), items: [{ text: tempting }], link: '/profile' }
    const mail = renderMail(app, template, content, { recipient: to, confirmed: false })
    const said = Object.values(mail).join('\n')
    expect(said).not.toMatch(/evil[.。]e|:\/\/evil|www\.evil|@evil/)
    expect(said).not.toMatch(/Hello Win/)
    expect(said).toContain('Win at 12:30 for 12.50 at evil. example/x')
    if (template !== 'test') expect(mail.text).toMatch(/^Hello,$/m)
    const { text: toOwner } = renderMail(app, template, content, { recipient: to, confirmed: true })
    expect(toOwner).toContain('http://evil.example')
    if (typed.includes('name')) expect(toOwner).toContain('Hello Win at 12:30 for 12.50 at evil.example/x')
  },
)

test.each(['notices', 'digest', 'unreadFromSupport'] as const)('the mail %s counts below its list what the list leaves out', (template) => {
  const items = [{ text: 'Your mug was rejected.\nTake the images by daylight.', link: '/seller/products/1' }, { text: 'Hello' }]
  const { text, html } = renderMail(app, template, { values: { headline: 'News', more: 4 }, items }, { recipient: to, confirmed: true })
  expect(text.indexOf('And 4 more.')).toBeGreaterThan(text.indexOf('- Hello'))
  expect(html.indexOf('And 4 more.')).toBeGreaterThan(html.indexOf('Hello</li>'))
  expect(text).toContain('- Your mug was rejected.\n  Take the images by daylight.\n  http://127.0.0.1:3000/seller/products/1')
  expect(html).toContain('Your mug was rejected.</a><br>Take the images by daylight.</li>')
  const { text: all } = renderMail(app, template, { values: { headline: 'News', more: '' }, items }, { recipient: to, confirmed: true })
  expect(all).not.toContain('more.')
})

test('no mail speaks of a button, which its text has not, or of us without an address', () => {
  for (const { text, after, foot } of Object.values<MailTexts>(mails))
    expect([...text, after, foot].join(' ')).not.toMatch(/button|contact us/)
})

test('the mail server gets a mail once, in text and HTML', async () => {
  const server = await openMailServer()
  config.smtpUrl = server.url
  await sendMail(db, { ...test1, to: 'bea@example.com' })
  await allSent(app)
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail?.to).toMatchObject([{ address: 'bea@example.com' }])
  expect(mail?.html).toContain('href="http://127.0.0.1:3000/profile"')
  expect(mail?.text).toContain('This is a test.')
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('while the mail server is away nothing is lost, and when it is back each mail arrives once', async () => {
  const first = await openMailServer()
  const port = Number(new URL(first.url).port)
  await first.close()
  config.smtpUrl = first.url
  const names = Array.from({ length: 12 }, (_, at) => `away${at}@example.com`)
  await sendMails(
    db,
    names.map((name) => ({ ...test1, to: name })),
  )
  await expect.poll(() => sql`select 1 from outgoing_mails where last_error like '%ECONNREFUSED%'`).not.toEqual([])
  const again = await openMailServer({ port })
  await expect.poll(() => again.received.length, { timeout: 40_000 }).toBe(names.length)
  await allSent(app)
  expect(again.received.map((mail) => mail.to?.[0]?.address).sort()).toEqual(names.sort())
  expect(new Set(again.received.map(({ messageId }) => messageId)).size).toBe(names.length)
})

test('a mail that hangs for longer than its lease is sent once', async () => {
  const testApp = await openTestApp({ mailLeaseMs: 2_000, pool: 6 })
  onTestFinished(testApp.close)
  const server = await openMailServer()
  testApp.app.config.smtpUrl = server.url
  const attempts = async () => (await testApp.app.sql<{ attempts: number }[]>`select attempts from outgoing_mails`)[0]?.attempts
  await testApp.app.sql.begin(async (tx) => {
    await tx`lock table users`
    await sendMail(testApp.app.db, { to: testApp.seller.email, template: 'resetPassword' })
    await expect.poll(attempts).toBeGreaterThan(1)
  })
  await allSent(testApp.app)
  await sendMail(testApp.app.db, test1)
  await allSent(testApp.app)
  expect(server.received.map((mail) => mail.to?.[0]?.address)).toEqual([testApp.seller.email, to])
})

test('an address that the mail server refuses for good is given up and delays no other mail', async () => {
  const server = await openMailServer({
    answer: ({ recipient }) => (recipient.startsWith('nobody') ? { code: 550, text: 'No such user' } : null),
  })
  config.smtpUrl = server.url
  await sendMails(db, [
    { ...test1, to: 'nobody@example.com' },
    { ...test1, to: 'cleo@example.com' },
  ])
  await allSent(app)
  expect(server.received).toHaveLength(1)
  expect(await stateOf('nobody@example.com')).toMatchObject([{ sent: false, givenUp: true, content: {} }])
})

test('while the mail server refuses our sender for good no mail is lost, and each arrives once the sender is accepted', async () => {
  let known = false
  const server = await openMailServer({ ofSender: () => (known ? null : { code: 550, text: '5.1.8 Sender unknown' }) })
  config.smtpUrl = server.url
  await sendMails(db, [
    { ...test1, to: 'hal@example.com' },
    { ...test1, to: 'ida@example.com' },
  ])
  await expect
    .poll(() => stateOf('hal@example.com'))
    .toMatchObject([{ sent: false, givenUp: false, why: expect.stringContaining('Sender unknown') }])
  expect(server.received).toEqual([])
  known = true
  await expect.poll(() => server.received.length, { timeout: 50_000 }).toBe(2)
  await allSent(app)
})

test('a problem that an operator can fix, such as a missing sign-in at the mail server, loses no mail', async () => {
  const server = await openMailServer({ answer: () => ({ code: 554, text: '5.7.1 Relay access denied' }) })
  config.smtpUrl = server.url
  await sendMail(db, { ...test1, to: 'jon@example.com' })
  await expect
    .poll(() => stateOf('jon@example.com'))
    .toMatchObject([{ sent: false, givenUp: false, why: expect.stringContaining('Relay') }])
  await sql`delete from outgoing_mails where recipient = 'jon@example.com'`
})

test('a person who forgot their password does not wait behind an announcement to thousands', async () => {
  // The first mails that are sent at the same time arrive together, however fast each of them is.
  const first = Promise.withResolvers<void>()
  let arrivals = 0
  const arrived = () => {
    arrivals += 1
    if (arrivals === limits.mail.atOnce) first.resolve()
    return first.promise
  }
  const server = await openMailServer({ arrived })
  const crowd = Array.from({ length: 40 }, (_, at) => ({ ...test1, template: 'notices' as const, to: `crowd${at}@example.com` }))
  await db.transaction(async (tx) => {
    await sendMails(tx, crowd)
    await tx.execute(statement`update outgoing_mails set due_at = now() - interval '1 hour' where recipient like 'crowd%'`)
    await sendMail(tx, { ...test1, to: 'kay@example.com' })
    config.smtpUrl = server.url
  })
  await allSent(app)
  const order = server.received.map((mail) => mail.to?.[0]?.address)
  expect(order).toHaveLength(41)
  expect(order.indexOf('kay@example.com')).toBeLessThan(limits.mail.atOnce)
})

test('an address that the mail server puts off is tried again later, not at once', async () => {
  let asked = 0
  const server = await openMailServer({
    answer: ({ recipient }) => (recipient.startsWith('grey') && ++asked ? { code: 451, text: 'Come back later' } : null),
  })
  config.smtpUrl = server.url
  await sendMails(db, [
    { ...test1, to: 'grey@example.com' },
    { ...test1, to: 'dora@example.com' },
  ])
  await expect.poll(() => stateOf('dora@example.com')).toMatchObject([{ sent: true }])
  await expect
    .poll(() => stateOf('grey@example.com'))
    .toMatchObject([{ sent: false, givenUp: false, why: expect.stringContaining('Come back later') }])
  expect(asked).toBe(1)
  await sql`update outgoing_mails set created_at = now() - interval '4 days', due_at = now() where recipient = 'grey@example.com'`
  await expect.poll(() => stateOf('grey@example.com')).toMatchObject([{ givenUp: true, content: {} }])
})

test('a mail of a rolled back transaction is not sent, and a mail with a name is sent once', async () => {
  const server = await openMailServer()
  config.smtpUrl = server.url
  const undone = db.transaction(async (tx) => {
    await sendMail(tx, { ...test1, to: 'eve@example.com' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  for (const once of ['a', 'a', 'b']) await sendMail(db, { ...test1, to: 'fay@example.com', once })
  await allSent(app)
  expect(server.received.map((mail) => mail.to?.[0]?.address)).toEqual(['fay@example.com', 'fay@example.com'])
})

test('links begin with the public address, and no text of people becomes markup', () => {
  const elsewhere = { ...app, config: { ...config, publicUrl: 'https://stall.example' } }
  const { text, html } = renderMail(
    elsewhere,
    'test',
    { link: '/login?reset=abc', items: [{ text: '<b>&"' }] },
    { recipient: to, confirmed: true },
  )
  expect(text).toContain('https://stall.example/login?reset=abc')
  expect(text).not.toContain('127.0.0.1')
  expect(html).not.toContain('<b>')
  const parts = { subject: '<script>', paragraphs: ['a\nb', "'<"], items: [], after: null, button: null, linkBelow: '', foot: '' }
  expect(inHtml(parts)).not.toMatch(/<script|'</)
})
