import { expect, test } from 'vitest'
import { type ErrorCode, errors } from '#domain/errors.ts'
import { rejectionTemplates } from '#domain/rejection.ts'
import { fingerprint, isUnchanged, keepSessionsUnchanged } from '#server/testing/fingerprint.ts'
import { neverRun } from '#server/testing/fixtures.ts'
import type { CallName, Fixture } from '#server/testing/matrix/answers.ts'
import { makeFixture, makeWholeFixture } from '#server/testing/matrix/fixture.ts'
import { callTable } from '#server/testing/matrix/table.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer, type TestResponse } from '#server/testing/test-server.ts'

const { app, seller, admin } = await openTestApp()
const { ask, post } = await openTestServer(app)
await keepSessionsUnchanged(app)
// So that every list has a row.
await makeWholeFixture({ app, admin, ownerId: seller.id })

const nested = (depth: number): unknown => (depth === 0 ? 'deep' : [nested(depth - 1)])
/** Those that some fields accept come first: then the refusals of a place stand in a row, which one fingerprint covers. */
const hostile: Record<string, unknown> = {
  nothing: undefined,
  'an empty text': '',
  spaces: '   ',
  __proto__text: '__proto__',
  'an injection': "'; drop table users; --",
  'a format': '%s%n$(id){{7*7}}',
  'a path': '../../../etc/passwd',
  'a script': '<script>alert(1)</script>',
  'full width': '１２３',
  'right to left': 'a\u202eb',
  'many emoji': '👩‍👩‍👧‍👦'.repeat(300),
  true: true,
  null: null,
  'a wrong type': { a: 1 },
  'a polluting object': JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}'),
  'a list': [1, { b: 2 }],
  'below zero': -1,
  'a fraction': 1.5,
  'a huge number': 1e308,
  '2^53': 2 ** 53,
  '100,000 letters': 'x'.repeat(100_000),
  '5,000 entries': Array.from({ length: 5_000 }, (_, at) => `entry ${at}`),
  'a zero byte': 'a\u0000b',
  'half an emoji': 'a\ud83d',
  'deep nesting': nested(25),
}

/** The same input with one entry, possibly a nested one, replaced. */
function replaced(input: Record<string, unknown>, [name = '', ...inner]: readonly string[], value: unknown): Record<string, unknown> {
  return { ...input, [name]: inner.length > 0 ? replaced(input[name] as Record<string, unknown>, inner, value) : value }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const placesIn = (input: Record<string, unknown>): string[][] =>
  Object.entries(input).flatMap(([name, value]) => [[name], ...(isObject(value) ? placesIn(value).map((inner) => [name, ...inner]) : [])])

const extras = {
  search: 'lamp',
  status: 'draft',
  sort: 'newest',
  role: 'seller',
  cursor: undefined,
  limit: 10,
  category: 'Home',
  type: 'product_edit',
  userId: 'somebody',
  from: '2026-01-01',
  to: '2026-12-31',
  leave: false,
  unread: true,
  key: '7c0e3a44-6f0b-4c5a-9f5e-2d1b6a7c8d9e',
  submit: false,
  seenRequest: undefined,
  note: undefined,
  field: 'title',
  noun: 'products',
  buyerId: undefined,
  assignee: 'none',
  before: 2,
  attachments: [],
  password: 'not it',
  code: '123456',
  erasing: 0,
  since: '2026-01-31T12:00:00.000Z',
}
const listed: Partial<Record<CallName, (keyof typeof extras)[]>> = {
  'products.list': ['search', 'status', 'sort', 'cursor', 'limit'],
  'products.queue': ['search', 'status', 'sort', 'cursor', 'limit', 'category'],
  'products.create': ['key'],
  'products.timeline': ['cursor'],
  'products.look': ['leave'],
  'products.edit': ['submit', 'seenRequest', 'note'],
  'editRequests.queue': ['search', 'sort', 'cursor', 'limit', 'category', 'field'],
  'editRequests.list': ['cursor', 'limit'],
  'editRequests.create': ['note'],
  'bulkDecisions.start': ['noun'],
  'users.list': ['search', 'role', 'sort', 'cursor', 'limit'],
  'users.makeAdmin': ['password', 'code'],
  'users.makeSeller': ['password', 'code'],
  'settings.edit': ['erasing'],
  'notifications.list': ['search', 'unread', 'cursor', 'limit'],
  'chats.open': ['buyerId'],
  'chats.list': ['search', 'assignee', 'sort', 'cursor', 'limit'],
  'chats.messages': ['before', 'limit'],
  'chats.send': ['attachments'],
  'webhooks.deliveries': ['search', 'cursor', 'limit'],
  'webhooks.replayDead': ['since'],
  'history.list': ['search', 'userId', 'from', 'to', 'cursor', 'limit', 'type'],
}

const change = {
  title: 'Lamp',
  description: 'Shines.',
  price: 5,
  category: 'Home',
  sku: 'L1',
  stock: 2,
  tags: ['a'],
  attributes: [{ key: 'a', value: 'b' }],
}
const wholeChange: Partial<Record<CallName, unknown>> = {
  'products.edit': { ...change, images: [] },
  'settings.edit': {
    marketplaceName: 'M',
    termsUrl: '',
    privacyUrl: '',
    registration: 'open',
    categories: ['Home'],
    rejectionTemplates,
    reviewedFields: ['title'],
    priceReviewPercent: 50,
    cannedReplies: [{ title: 'Hello', text: 'Good day.' }],
    webhooksPrivate: false,
    webhookLogDays: 30,
    buyerRetentionDays: 0,
  },
  'webhooks.edit': { url: 'https://shop.example/hooks', types: ['product.removed'], description: 'The shop', enabled: false },
}

/** A valid input with all optional entries, so that every entry can be made invalid. */
function fullInput(name: CallName, fixture: Fixture): Record<string, unknown> {
  const input = (callTable[name].input?.(fixture) ?? {}) as Record<string, unknown>
  const more = Object.fromEntries((listed[name] ?? []).map((key) => [key, extras[key]]))
  return { ...input, ...more, ...(wholeChange[name] !== undefined && { change: wholeChange[name] }) }
}

const newFixture = (name: CallName) =>
  makeFixture({ app, admin, ownerId: seller.id }, callTable[name], (fixture) => fullInput(name, fixture))

type Refusal = { code: ErrorCode; message: string; data: { field?: string; issues?: { field: string; message: string }[] } }

const sentence = /^[A-Z].*[.!]$/su

/**
 * What is wrong with a refusal. It has a code of `domain/errors.ts`, its status and a sentence. For a wrong value it names the field. It is
 * never an internal error.
 */
function wrongWith(status: number, { code, message, data }: Refusal, [place]: readonly string[]): string[] {
  const rules = {
    'another status than its code has': errors[code]?.status === status,
    'an internal error': status < 500,
    'no sentence': sentence.test(message) || message === 'Chat not found',
    'words of a library': !/Invalid|expected|received|undefined|NaN|regex|\[object/.test(message),
    'another field': code !== 'invalid-argument' || data.field?.split('.')[0] === place,
    'an issue without a sentence': (data.issues ?? []).every((issue) => sentence.test(issue.message)),
  }
  return Object.entries(rules).flatMap(([what, holds]) => (holds ? [] : [what]))
}

const callNames = Object.keys(callTable) as CallName[]
const refusalIn = ({ json }: TestResponse) => (json?.json ?? { code: '', message: '', data: {} }) as Refusal

/** Makes every entry of a call's input invalid in every way, one at a time. */
async function spoil(name: CallName): Promise<void> {
  const row = callTable[name]
  const as = row.answers.owner === 'ok' ? seller : admin
  let fixture = await newFixture(name)
  // Gathered, because an `expect` for each rule takes as long as the request.
  const faults: string[] = []
  const isRefused = async (place: string[], what: string) => {
    const json = { json: replaced(fullInput(name, fixture), place, hostile[what]) }
    const passed = stopwatch()
    const response = await post(`/rpc/${name.replace('.', '/')}`, json, as)
    const label = `${name}: ${what} as ${place.join('.')} → ${response.status} ${response.text.slice(0, 300)}`
    const tookMs = passed()
    const wrong = response.status === 200 ? [] : wrongWith(response.status, refusalIn(response), place)
    if (tookMs >= 2_000) wrong.push(`took ${tookMs} ms`)
    if (wrong.length > 0) faults.push(`${label}: ${wrong.join(', ')}`)
    return response.status !== 200
  }
  for (const place of placesIn(fullInput(name, fixture))) {
    // One fingerprint for all refusals in a row: it costs as much as several of them.
    let before: Record<string, string> | null = await fingerprint(app)
    let refused: string[] = []
    const again: string[] = []
    for (const what of Object.keys(hostile)) {
      if (await isRefused(place, what)) {
        if (before) refused.push(what)
        else again.push(what)
        before ??= await fingerprint(app)
      } else if (!before || !(await isUnchanged(app))) {
        // It wrote, which hides what the refusals before it may have written.
        again.push(...refused)
        refused = []
        before = null
        await neverRun(app)
        fixture = await newFixture(name)
      }
    }
    before ??= await fingerprint(app)
    for (const what of again) expect(await isRefused(place, what), `${name}: ${what} as ${place.join('.')}, again`).toBe(true)
    expect(await fingerprint(app), `${name}: ${[...refused, ...again].join(', ')} as ${place.join('.')}`).toEqual(before)
    expect(faults).toEqual([])
  }
}

test.each(callNames.filter((name) => callTable[name].input))(
  '%s refuses every bad value with code, field and sentence',
  async (name) => {
    await spoil(name)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  },
  // Hundreds of requests, each with a fingerprint of all tables.
  600_000,
)

test.each(['products.get', 'products.approve', 'products.edit', 'products.delete', 'products.nameImages'] as const)(
  '%s without a product id answers Product not found! (spec §5)',
  async (name) => {
    const fixture = await makeFixture({ app, admin, ownerId: seller.id }, { ...callTable[name], about: 'draft' }, (fixture) =>
      fullInput(name, fixture),
    )
    const actor = callTable[name].answers.owner === 'ok' ? seller : admin
    for (const id of [undefined, null, '', 7, {}, 'a b', 'x'.repeat(129), "' or 1=1"]) {
      const response = await ask(`/rpc/${name.replace('.', '/')}`, {
        as: actor,
        method: 'POST',
        json: { json: { ...fullInput(name, fixture), id } },
      })
      const { code, message, data } = refusalIn(response)
      expect([response.status, code, message, data.field], String(id)).toEqual([400, 'invalid-argument', 'Product not found!', 'id'])
    }
  },
)

test.each(['editRequests.create', 'editRequests.list'] as const)('%s without a product id answers Product not found! too', async (name) => {
  const fixture = await makeFixture({ app, admin, ownerId: seller.id }, { ...callTable[name], about: 'draft' }, (fixture) =>
    fullInput(name, fixture),
  )
  for (const product_id of [undefined, null, '', 7, {}, 'a b']) {
    const json = { json: { ...fullInput(name, fixture), product_id } }
    const response = await ask(`/rpc/${name.replace('.', '/')}`, { as: seller, method: 'POST', json })
    const { code, message, data } = refusalIn(response)
    expect([response.status, code, message, data.field]).toEqual([400, 'invalid-argument', 'Product not found!', 'product_id'])
  }
})

test('an input that is no object is refused in a sentence', async () => {
  for (const json of [null, 'text', 5, [], true]) {
    const response = await ask('/rpc/products/get', { as: seller, method: 'POST', json: { json } })
    expect([response.status, refusalIn(response).code], JSON.stringify(json)).toEqual([400, 'invalid-argument'])
  }
})

test('the refusal of a thousand wrong values stays small', async () => {
  const ids = Array.from({ length: 60_000 }, () => 'not an id')
  const response = await ask('/rpc/notifications/markRead', { as: seller, method: 'POST', json: { json: { ids } } })
  expect(response.status).toBe(400)
  expect(response.text.length).toBeLessThan(20_000)
})
