import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { type ExportContent, importExport, writeExport } from '#server/testing/transfers.ts'

const { app } = await openTestApp()
const person = (id: string, more: object = {}) => ({ id, email: `${id}@example.com`, ...more })
const text = (...all: object[]) => all.map((one) => JSON.stringify(one)).join('\n')

test.each([
  ['2024-05-01T10:00:00.123Z'],
  ['2024-05-01T12:00:00.123+02:00'],
  ['2024-05-01 10:00:00.123'],
  [1_714_557_600.123],
  [1_714_557_600_123],
  ['1714557600123'],
  [{ _seconds: 1_714_557_600, _nanoseconds: 123_000_000 }],
  [{ seconds: 1_714_557_600, nanoseconds: 123_999_999 }],
])('a moment such as %j is read exactly', async (createdAt) => {
  const id = `t${JSON.stringify(createdAt).replace(/\W/g, '')}`
  const { said } = await importExport(app, { users: [person(id, { createdAt })] })
  expect(said).toEqual([])
  expect(await app.sql`select (extract(epoch from created_at) * 1000)::text as at from users where id = ${id}`).toEqual([
    { at: '1714557600123.000000' },
  ])
})

test.each([
  ['soon'],
  [true],
  [{ seconds: 'x' }],
  [1e20],
  ['2024-13-45T00:00:00Z'],
  ['2023-02-30T10:00:00Z'],
  [{ seconds: 1e300, nanoseconds: 0 }],
  ['20240501'],
  [[]],
])('a moment such as %j is reported', async (createdAt) => {
  const { said } = await importExport(app, { users: [person('moment', { createdAt })] })
  expect(said).toEqual(['users 1 createdAt not-a-moment rejected'])
})

const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
const cases: Record<string, { content: ExportContent; said: string[]; created: number }> = {
  'lines with a byte order mark, Windows line ends and empty lines': {
    content: { 'users.jsonl': `\ufeff${JSON.stringify(person('bom'))}\r\n\r\n${JSON.stringify(person('crlf'))}\r\n` },
    said: [],
    created: 2,
  },
  'lines of which some are broken': {
    content: {
      'users.jsonl': `[]\n"x"\n{"id":"\n${text(person('whole'))}\nnull\n{"id":7}\n{"id":"a b"}\n{"id":"","email":"x@example.com"}`,
    },
    said: ['1  not-an-object', '2  not-an-object', '3  broken-json', '5  not-an-object', '6 id no-id', '7 id no-id', '8 id no-id'],
    created: 1,
  },
  'a person with the id of a buyer, whose chat they would read': {
    content: { users: [person('buyer:ben'), person('ben')] },
    said: ['1 id no-id'],
    created: 1,
  },
  'a line that is not UTF-8': {
    content: {
      'users.jsonl': Buffer.concat([
        Buffer.from('{"id":"latin","email":"x@example.com","name":"M\u00e4r"}\n', 'latin1'),
        Buffer.from(text(person('utf8'))),
      ]),
    },
    said: ['1  not-utf8'],
    created: 1,
  },
  'a line that is too long': {
    content: { 'users.jsonl': `${text(person('long', { about: 'x'.repeat(17_000_000) }))}\n${text(person('after-long'))}` },
    said: ['1  too-large'],
    created: 1,
  },
  'values that are nested too deeply, in vain so': {
    content: {
      'users.jsonl': `{"id":"deep","email":"deep@example.com","more":${deep}}\n{"id":"proto","email":"proto@example.com","__proto__":{"role":"admin"}}`,
    },
    said: ['1  too-deep'],
    created: 1,
  },
  'a list as one file': {
    content: { 'users.json': JSON.stringify([person('l1'), 5, person('l2')]) },
    said: ['2  not-an-object'],
    created: 2,
  },
  'an object by id as one file': {
    content: { 'users.json': JSON.stringify({ o1: { email: 'o1@example.com' }, o2: { email: 'o2@example.com' }, o3: null }) },
    said: ['3  not-an-object'],
    created: 2,
  },
  'a file that breaks off': {
    content: { 'users.json': JSON.stringify([person('b1'), person('b2')]).slice(0, -6) },
    said: ['2  file-broken'],
    created: 1,
  },
  'a file that is no JSON': { content: { 'users.json': 'hello' }, said: ['1  file-broken'], created: 0 },
  'an empty file': { content: { 'users.json': '' }, said: ['1  file-broken'], created: 0 },
  'text that the database cannot hold': {
    content: { users: [person('nul', { name: 'a\u0000b' }), person('half', { note: '\ud800', zero: '\u0000' })] },
    said: ['1 name control-characters'],
    created: 1,
  },
}

describe('an import reads', () => {
  test.each(Object.entries(cases))('%s', async (_, { content, said, created }) => {
    const done = await importExport(app, content)
    expect(done.said).toEqual(said.map((each) => `users ${each} rejected`))
    expect(done.progress.counts.users).toMatchObject({ created })
  })
})

test('a hostile account or message is rejected by its line, and the rest is imported', async () => {
  const deepest = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const message = { chatId: 'open', senderId: 'keen', text: 'Hello', timestamp: 1_714_557_600 }
  const { said, progress } = await importExport(app, {
    'auth.json': `{"users":[{"localId":"deep","more":${deepest}},{"localId":"keen","email":"keen@example.com"}]}`,
    users: [person('keen')],
    chats: [{ id: 'open', buyerId: 'keen' }],
    'messages.jsonl': `{"chatId":"open","more":${deepest}}\n${text({ ...message, chatId: 'o\u0000' }, { ...message, chatId: 'o\ud800' }, message)}`,
  })
  expect(said.toSorted()).toEqual([
    'auth 1  too-deep rejected',
    'messages 1  too-deep rejected',
    'messages 2 chatId no-id rejected',
    'messages 3 chatId no-id rejected',
    'users 1  hash-missing noted',
  ])
  expect(progress.counts).toMatchObject({ auth: { rejected: 1 }, users: { created: 1 }, messages: { created: 1, rejected: 3 } })
})

test('a folder without an export, with both forms of a file, or with links is refused with a sentence', async () => {
  const both = await writeExport({ 'users.json': '[]', users: [] })
  const linked = await writeExport({ users: [] })
  symlinkSync('/etc/passwd', join(linked, 'products.jsonl'))
  const empty = await writeExport({})
  mkdirSync(join(empty, 'files'))
  for (const [folder, sentence] of [
    [both, 'both users.jsonl and users.json'],
    [linked, 'is a link'],
    [empty, 'There is no export in'],
    [join(empty, 'nowhere'), 'There is no export in'],
  ] as const)
    await expect(importExport(app, folder)).rejects.toThrow(sentence)
})
