import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMegabytes, servesList, startBackstall, supportEmail } from './backstall.ts'
import type { Measured } from './figures.ts'

/** How many records of each collection: 100,000 in all. One of a hundred is broken. */
const sizes = {
  users: 15_000,
  products: 40_000,
  editRequests: 2_000,
  notifications: 15_000,
  chats: 2_000,
  messages: 15_000,
  history_logs: 6_000,
  orders: 5_000,
}
type Name = keyof typeof sizes
const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
const start = Date.parse('2023-01-01T00:00:00Z')
const at = (n: number) => new Date(start + n * 60_000).toISOString()
const words = 'Solid oak, oiled by hand, with a drawer that opens without a sound. '.repeat(4)

const records: Record<Name, (n: number) => object> = {
  users: (n) => ({
    id: `u${n}`,
    email: `u${n}@example.com`,
    role: 'seller',
    status: 'active',
    createdAt: { _seconds: (start + n) / 1000, _nanoseconds: 0 },
    displayName: `Person ${n}`,
    vatNumber: `AT${n}`,
  }),
  products: (n) => ({
    id: `p${n}`,
    title: `Chair number ${n}`,
    description: words,
    price: 1_000 + n,
    stock: n % 50,
    sku: `S-${n}`,
    tags: ['oak', 'chair'],
    images: [],
    seller_id: `u${(n * 7) % sizes.users}`,
    status: n % 3 ? 'approved' : 'pending',
    created_at: at(n),
    updated_at: at(n),
    warehouse: { aisle: n % 9 },
  }),
  editRequests: (n) => ({
    id: `e${n}`,
    product_id: `p${n}`,
    userId: `u${(n * 7) % sizes.users}`,
    status: 'pending',
    payload: { title: `Better chair ${n}` },
    created_at: at(n),
  }),
  notifications: (n) => ({
    id: `n${n}`,
    userId: `u${n % sizes.users}`,
    productId: `p${n}`,
    productTitle: `Chair ${n}`,
    message: 'Your product was approved.',
    type: 'product_approval',
    isRead: n % 2 === 0,
    createdAt: at(n),
  }),
  chats: (n) => ({ id: `c${n}`, buyerId: `u${n}`, buyerName: `Person ${n}`, buyerUnreadCount: 0, adminUnreadCount: 1, createdAt: at(n) }),
  messages: (n) => ({
    id: `m${n}`,
    chatId: `c${n % sizes.chats}`,
    senderId: n % 3 ? `u${n % sizes.chats}` : 'u1',
    text: words.slice(0, 120),
    timestamp: at(n),
  }),
  history_logs: (n) => ({
    id: `h${n}`,
    type: 'product_approval',
    description: `Chair number ${n} was approved.`,
    itemId: `p${n}`,
    user: 'u1',
    timestamp: at(n),
  }),
  orders: (n) => ({
    id: `o${n}`,
    number: `${100_000 + n}`,
    buyerName: 'Ann Buyer',
    buyerEmail: `b${n}@example.com`,
    total: 2 * (1_000 + n) + 990,
    shipping: 990,
    lines: [{ product_id: `p${n}`, title: 'Chair', quantity: 2, unitPrice: 1_000 + n, status: 'shipped' }],
    placedAt: at(n),
    paidAt: at(n + 5),
  }),
}
/** In turn: a line that is no JSON, a record without its id, and one whose fields have wrong types. */
const broken = [
  () => '{"id":"x',
  () => '{"name":1}',
  (name: Name, n: number) => JSON.stringify({ ...records[name](n), id: 7, timestamp: 'soon' }),
]

async function writeExport(folder: string): Promise<void> {
  for (const name of Object.keys(sizes) as Name[]) {
    const file = createWriteStream(join(folder, `${name}.jsonl`))
    for (let n = 0; n < sizes[name]; n += 1) {
      const line = n % 100 === 50 ? broken[Math.floor(n / 100) % broken.length]?.(name, n) : JSON.stringify(records[name](n))
      if (!file.write(`${line}\n`)) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
  }
}

const sampleMs = 100

/** The command on an export of 100,000 records, one of a hundred of them broken, while Backstall runs and imports it. The memory is that of both. */
export async function measureImport(cookie: string, dataDir: string): Promise<Measured[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'backstall-export-'))
  await writeExport(folder.path)
  await using backstall = await startBackstall(dataDir, servesList(cookie))
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/import.ts', folder.path], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, SUPPORT_EMAIL: supportEmail },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const memory: number[] = []
  const timer = setInterval(() => child.pid && memory.push(residentMegabytes(child.pid) + residentMegabytes(backstall.pid)), sampleMs)
  const [status] = await once(child, 'exit').finally(() => clearInterval(timer))
  if (status !== 0) throw new Error('The import failed; its words stand above.')
  const seconds = (performance.now() - began) / 1000
  // The first fifth warms up. After that, memory must not grow with what was read.
  const [early = [], late = []] = [memory.slice(memory.length / 5, (2 * memory.length) / 5), memory.slice((4 * memory.length) / 5)]
  const growth = Math.max(...late) - Math.max(...early)
  const rounds = [{ seconds, early: Math.max(...early), late: Math.max(...late) }]
  const about = `${total} records in ${seconds.toFixed(1)} s, at most ${Math.max(...memory).toFixed(0)} MB`
  return [
    { name: 'import', value: total / seconds, about, rounds },
    { name: 'import-memory', value: growth, about: '', rounds: [] },
  ]
}
