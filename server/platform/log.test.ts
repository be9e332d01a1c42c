import { expect, test } from 'vitest'
import { jsonLine, masked } from '#server/platform/log.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { openMailServer } from '#server/testing/mail-server.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const lines: string[] = []
const note = (line: string) => void lines.push(line)
const { app } = await openTestApp({ log: { info: note, warn: note } })

test('a log line is one JSON object with time, level, message and the rest as detail', () => {
  const line = jsonLine('error', 'It broke: "x"\n    at one\n    at other', new Date(0))
  expect(line).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'error',
    message: 'It broke: "x"',
    detail: '    at one\n    at other',
    pid: process.pid,
  })
  expect(JSON.parse(jsonLine('info', 'Ready.'))).not.toHaveProperty('detail')
})

test.each([
  ['The mail to ida.secret+x@example.com is in /data/outbox/1.eml', 'The mail to …@… is in /data/outbox/1.eml'],
  ['550 5.1.1 <ida@secret.example>: user unknown', '550 5.1.1 <…@…>: user unknown'],
  ['connect to postgres://ida:secret@db.example.com/x failed', 'connect to postgres://…@…/x failed'],
  ['GET /login?reset=Secret-1 failed', 'GET /login?reset=… failed'],
  ['GET /register?invite=Secret-1 failed', 'GET /register?invite=… failed'],
  ['The first admin is support@example.com.', 'The first admin is support@example.com.'],
  ['Backstall is ready on http://127.0.0.1:3000', 'Backstall is ready on http://127.0.0.1:3000'],
  ['    at file:///app/node_modules/@orpc/server/index.js:1:2', '    at file:///app/node_modules/@orpc/server/index.js:1:2'],
])('of %j an operator reads %j', (line, shown) => {
  expect(masked(line, 'support@example.com')).toBe(shown)
})

test('the log of the mail worker names no recipient, whatever the mail server answers about them', async () => {
  const send = () => sendMail(app.db, { to: 'ida.secret@example.com', template: 'test', link: '/' })
  const next = async (expected: RegExp) => expect.poll(() => lines.splice(0)).toEqual([expect.stringMatching(expected)])
  await send()
  await next(/^There is no SMTP_URL: a mail is in \S+\.eml$/)
  const { url } = await openMailServer({ answer: ({ recipient }) => ({ code: 550, text: `5.1.1 <${recipient}>: no such person` }) })
  app.config.smtpUrl = url
  await send()
  await next(/^The mail \S+ cannot be delivered: .*550 5\.1\.1 <…@…>: no such person/)
  app.config.smtpUrl = 'smtp://ida.secret:hush@127.0.0.1:1'
  await send()
  await next(/^Sending mail fails: .*127\.0\.0\.1:1/)
})
