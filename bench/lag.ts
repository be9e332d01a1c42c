import { call } from './backstall.ts'
import type { Measured } from './figures.ts'
import type { Job, Lag } from './lag-worker.ts'
import { signedIn } from './people.ts'
import { median } from './rounds.ts'
import { addPending, idOf } from './seed.ts'
import type { Stage } from './stage.ts'
import { openThread } from './thread.ts'
import type { Effort } from './throughput.ts'

/** An expensive request: JSON as `body`, or raw bytes in `raw`. */
type Hostile = {
  what: string
  who: 'visitor' | 'seller' | 'admin' | 'key'
  path: string
  body?: unknown
  raw?: string
  headers?: Record<string, string>
  /** The server is watched for this long after the answer, too. */
  tailMs?: number
}

/* The largest sizes the server accepts, repeated here because the benchmark knows it only from outside. */
const bodyBytesMax = 1024 * 1024
const anonymousBodyBytesMax = 64 * 1024
const pictureBytesMax = 10 * 1024 * 1024
const most = { tags: 20, attributes: 50, lines: 500, items: 1_000, ids: 1_000, categories: 500, replies: 100, rows: 100 }
const long = { title: 140, description: 5_000, tag: 40, key: 60, value: 500, category: 80, message: 4_000, search: 200, payload: 500_000 }
const tailMs = 100
const importMs = 4_000

const many = <Value>(count: number, value: (at: number) => Value): Value[] => Array.from({ length: count }, (_, at) => value(at))
/** As many as fit into the largest body. */
const filling = (size: number, value: unknown, bytes: number = bodyBytesMax) => many(Math.floor((bytes - 2_000) / (size + 1)), () => value)
const text = (length: number, piece = 'x') => piece.repeat(Math.floor(length / piece.length))
const keys = (bytes: number) => Object.fromEntries(many(Math.floor(bytes / 14), (at) => [`k${at}`, 1]))
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

const fields = { title: 'A lamp', description: '', price: 1, category: 'Home', sku: null, stock: 1, tags: [], attributes: [] }
const create = (change: object) => ({ json: { ...fields, draft: true, imagesFollow: false, ...change } })
const fullProduct = {
  title: text(long.title, '👩‍👩‍👧‍👦'),
  description: text(long.description, 'á\n'),
  tags: many(most.tags, (at) => `${text(long.tag - 3)}${at}`),
  attributes: many(most.attributes, (at) => ({ key: `${text(long.key - 3)}${at}`, value: text(long.value) })),
}
const order = (lines: unknown[], change: object = {}) => ({
  source: 'lag',
  buyerName: 'Nobody',
  buyerEmail: 'nobody@example.com',
  currency: 'EUR',
  lines,
  total: 1,
  ...change,
})
const line = (at: number) => ({ product_id: idOf('product', at + 1), quantity: 1, unitPrice: 1, title: 'A lamp' })

/** Requests that anyone may send without a session. */
const byVisitors: Hostile[] = [
  { what: '350,000 tags', who: 'visitor', path: '/rpc/products/create', body: create({ tags: filling(2, '') }) },
  { what: '64 kB of tags', who: 'visitor', path: '/rpc/products/create', body: create({ tags: filling(2, '', anonymousBodyBytesMax) }) },
  { what: '1 MB for users.me', who: 'visitor', path: '/rpc/users/me', body: { json: text(bodyBytesMax - 100) } },
  { what: '64 kB of keys', who: 'visitor', path: '/rpc/users/me', body: { json: keys(anonymousBodyBytesMax - 2_000) } },
  { what: '64 kB of brackets', who: 'visitor', path: '/rpc/users/me', raw: text(anonymousBodyBytesMax, '[') },
  { what: 'meta', who: 'visitor', path: '/rpc/users/me', body: { json: {}, meta: filling(4, [9], anonymousBodyBytesMax) } },
  ...['@', 'a.', 'a@a.', ' '].map((piece) => ({
    what: `an address of 60 kB of "${piece}"`,
    who: 'visitor' as const,
    path: '/api/auth/sign-in',
    body: { email: text(60_000, piece), password: text(1_000) },
  })),
  { what: 'a wrong password', who: 'visitor', path: '/api/auth/sign-in', body: { email: 'nobody@example.com', password: 'a long walk' } },
  {
    what: 'a name of 60 kB',
    who: 'visitor',
    path: '/api/auth/sign-up',
    body: { name: text(60_000, 'á '), email: 'lag@example.com', password: 'a long walk by the sea' },
  },
  {
    what: '60 cookies',
    who: 'visitor',
    path: '/rpc/users/me',
    body: {},
    headers: { cookie: many(60, () => `backstall.session_token=${text(200)}`).join('; ') },
  },
  { what: 'an order without a key', who: 'visitor', path: '/api/v1/orders', body: order(filling(2, {})) },
  { what: 'a page', who: 'visitor', path: `/login?next=${text(8_000, '%2F')}` },
]

/** The largest bodies for the calls with the largest shapes, valid and invalid. */
const bySellers: Hostile[] = [
  { what: '350,000 tags', who: 'seller', path: '/rpc/products/create', body: create({ tags: filling(2, '') }) },
  {
    what: '1 MB of attributes',
    who: 'seller',
    path: '/rpc/products/create',
    body: create({ attributes: filling(21, { key: 'a', value: 'b' }) }),
  },
  {
    what: '1 MB of description',
    who: 'seller',
    path: '/rpc/products/create',
    body: create({ description: text(bodyBytesMax - 2_000, ' ') }),
  },
  { what: '1 MB of title', who: 'seller', path: '/rpc/products/create', body: create({ title: text(bodyBytesMax / 2, 'á') }) },
  { what: '1 MB of keys', who: 'seller', path: '/rpc/products/create', body: create(keys(bodyBytesMax - 2_000)) },
  { what: '1 MB of nested lists', who: 'seller', path: '/rpc/products/create', body: create({ tags: filling(35, nested(16)) }) },
  { what: 'every field full', who: 'seller', path: '/rpc/products/create', body: create(fullProduct) },
  {
    what: 'every entry wrong',
    who: 'seller',
    path: '/rpc/products/create',
    body: create({ tags: many(most.tags * 10, () => 5), attributes: many(most.attributes, () => ({ key: 5 })) }),
  },
  { what: 'meta', who: 'seller', path: '/rpc/products/create', body: { ...create({}), meta: filling(11, [0, 'title']) } },
  {
    what: '1 MB of pictures',
    who: 'seller',
    path: '/rpc/products/edit',
    body: { json: { id: idOf('product', 1), version: 1, change: { images: filling(2, '') } } },
  },
  {
    what: 'every field full',
    who: 'seller',
    path: '/rpc/products/edit',
    body: { json: { id: idOf('product', 1), version: 1, change: fullProduct } },
  },
  ...[keys(60_000), keys(long.payload - 2_000), keys(bodyBytesMax - 2_000), { a: filling(18, nested(7)) }, fullProduct].map(
    (payload, at) => ({
      what: `payload ${at + 1}`,
      who: 'seller' as const,
      path: '/rpc/editRequests/create',
      body: { json: { product_id: idOf('product', 1), version: 1, payload } },
    }),
  ),
  { what: '1 MB of ids', who: 'seller', path: '/rpc/notifications/markRead', body: { json: { ids: filling(2, '') } } },
  {
    what: 'as many ids as it takes',
    who: 'seller',
    path: '/rpc/notifications/markRead',
    body: { json: { ids: many(most.ids, (at) => text(100) + at) } },
  },
  {
    what: 'a long message',
    who: 'seller',
    path: '/rpc/chats/send',
    body: { json: { chatId: 'none', clientId: 'lag-lag-lag', text: text(long.message, 'a\u0301') } },
  },
  {
    what: '1 MB of message',
    who: 'seller',
    path: '/rpc/chats/send',
    body: { json: { chatId: 'none', clientId: 'lag-lag-lag', text: text(bodyBytesMax - 2_000, '\u200d') } },
  },
  { what: 'a search', who: 'seller', path: '/rpc/products/list', body: { json: { search: text(long.search, '%_') } } },
  {
    what: 'a file of one row',
    who: 'seller',
    path: '/api/imports?name=a.csv',
    raw: `title,price\n${text(8_000_000, ',')}`,
    tailMs: importMs,
  },
  { what: 'a file of one heading', who: 'seller', path: '/api/imports?name=b.csv', raw: text(1_000_000, 'a,'), tailMs: importMs },
  {
    what: 'a file of open quotes',
    who: 'seller',
    path: '/api/imports?name=c.csv',
    raw: `title,price\n"${text(8_000_000, 'a\n')}`,
    tailMs: importMs,
  },
  {
    what: 'a file of long cells',
    who: 'seller',
    path: '/api/imports?name=d.csv',
    raw: `title,description\n${text(8_000_000, `a,${text(19_000)}\n`)}`,
    tailMs: importMs,
  },
  {
    what: 'a file of 60,000 rows',
    who: 'seller',
    path: '/api/imports?name=e.csv',
    raw: `title,price\n${text(480_000, 'A lamp,1\n')}`,
    tailMs: importMs,
  },
  { what: 'a picture that is none', who: 'seller', path: '/api/account/avatar?name=a.png', raw: text(pictureBytesMax - 1_000) },
  { what: 'an export', who: 'seller', path: '/api/products/export.csv' },
]

const byAdmins: Hostile[] = [
  ...['approve', 'reject'].map((decision) => ({
    what: `as many items as it takes: ${decision}`,
    who: 'admin' as const,
    path: '/rpc/bulkDecisions/start',
    body: {
      json: {
        decision,
        items: many(most.items, (at) => ({ id: idOf('product', at + 1), status: 'pending', version: 1 })),
        ...(decision === 'reject' && { code: 'other', rejectionReason: 'Not what we sell here.' }),
      },
    },
  })),
  { what: '1 MB of items', who: 'admin', path: '/rpc/bulkDecisions/start', body: { json: { decision: 'approve', items: filling(2, {}) } } },
  {
    what: 'every list full',
    who: 'admin',
    path: '/rpc/settings/edit',
    body: {
      json: {
        change: {
          categories: many(most.categories, (at) => `${text(long.category - 4)}${at}`),
          cannedReplies: many(most.replies, (at) => ({ title: `Reply ${at}`, text: text(long.message) })),
        },
      },
    },
  },
  { what: '1 MB of categories', who: 'admin', path: '/rpc/settings/edit', body: { json: { change: { categories: filling(2, '') } } } },
  { what: 'an export of the history', who: 'admin', path: '/api/history/export.csv' },
]

const byPrograms: Hostile[] = [
  { what: 'as many lines as it takes', who: 'key', path: '/api/v1/orders', body: order(many(most.lines, line)) },
  { what: '1 MB of lines', who: 'key', path: '/api/v1/orders', body: order(filling(2, {})) },
  { what: 'every line wrong', who: 'key', path: '/api/v1/orders', body: order(many(most.lines, () => ({}))) },
  { what: '1 MB of name', who: 'key', path: '/api/v1/orders', body: order([line(1)], { buyerName: text(bodyBytesMax - 2_000, ' ') }) },
  {
    what: '1 MB of e-mail address',
    who: 'key',
    path: '/api/v1/orders',
    body: order([line(1)], { buyerEmail: text(bodyBytesMax - 2_000, 'a.') }),
  },
  { what: '1 MB of keys', who: 'key', path: '/api/v1/orders', body: order([line(1)], keys(bodyBytesMax - 2_000)) },
  { what: 'the largest page', who: 'key', path: `/api/v1/products?limit=${most.rows}` },
  { what: 'a long cursor', who: 'key', path: `/api/v1/products?cursor=${text(2_000)}` },
]

const hostile = [...byVisitors, ...bySellers, ...byAdmins, ...byPrograms]

function bytesOf({ path, body, raw, headers = {} }: Hostile, port: number, credentials: Record<string, string>): Uint8Array {
  const content = Buffer.from(raw ?? (body === undefined ? '' : JSON.stringify(body)))
  const all = {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    connection: 'close',
    ...(content.length > 0 && { 'content-length': String(content.length) }),
    ...(raw === undefined && content.length > 0 && { 'content-type': 'application/json' }),
    ...(path.startsWith('/rpc') && { 'content-type': 'application/json' }),
    'idempotency-key': crypto.randomUUID(),
    ...credentials,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${content.length > 0 ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), content])
}

/** The longest that one request, hostile or merely large, delays other requests: the time `/healthz` took meanwhile, asked continuously. */
export async function measureLag(stage: Stage, _load: unknown, { rounds }: Effort): Promise<Measured[]> {
  const { port } = stage.backstall
  const sellerId = idOf('seller', 1)
  const [cookie = ''] = await signedIn(stage, [sellerId])
  await addPending(stage.sql.backstall, 'lag', 1, true, sellerId)
  const scopes = ['products:read', 'sellers:read', 'orders:read', 'orders:write']
  const { key } = await call<{ key: string }>(port, stage.cookie, 'apiKeys/create', { name: 'Lag', scopes })
  const credentials = { visitor: {}, seller: { cookie }, admin: { cookie: stage.cookie }, key: { authorization: `Bearer ${key}` } }
  await using thread = openThread<Job, Lag>('./lag-worker.ts')
  const all: { name: string; worst: number; lags: Lag[] }[] = []
  for (const one of hostile) {
    const lags: Lag[] = []
    for (let round = 0; round < rounds; round += 1)
      lags.push(await thread.run({ port, request: bytesOf(one, port, credentials[one.who]), tailMs: one.tailMs ?? tailMs }))
    all.push({ name: `${one.who}: ${one.path.split('?', 1)[0]}, ${one.what}`, worst: median(lags.map(({ worst }) => worst)), lags })
  }
  const slowest = all.toSorted((one, other) => other.worst - one.worst)
  const about = slowest.slice(0, 5).map(({ name, worst }) => `${name} ${worst.toFixed(0)} ms`)
  return [{ name: 'lag', value: slowest[0]?.worst ?? Number.NaN, about: about.join('; '), rounds: slowest }]
}
