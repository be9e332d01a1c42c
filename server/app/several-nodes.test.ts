import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { request as openRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { type Client, register, signIn } from '#server/testing/client.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { freePort } from '#server/testing/free-port.ts'
import { chair } from '#server/testing/listing.ts'
import { type Listener, listenTo } from '#server/testing/live-stream.ts'
import { findNginx, startNginx } from '#server/testing/nginx.ts'
import { adminPassword, databasesOf, type Started, start } from '#server/testing/process.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '#server/testing/replicated-database.ts'
import { openS3Server } from '#server/testing/s3-server.ts'
import { stopwatch } from '#server/testing/stopwatch.ts'
import { testFolder } from '#server/testing/worker.ts'

/** A process of Backstall with its folder, on a port that it keeps over restarts. */
type Node = { dataDir: string; port: number; address: string; process: Started }

const ends: (() => Promise<void> | void)[] = []
let database: ReplicatedDatabase
let nodes: [Node, Node, Node]
let env: Record<string, string>
/** The address of nginx, or why it could not be started. */
let front: { address: string } | { missing: string }
let seller: Client
let admin: Client
const store = await openS3Server()

const startNode = (dataDir: string, port: number) =>
  start({ dataDir, env: { ...env, PORT: String(port) }, atEnd: (work) => void ends.push(work) })

async function openFront(port: number, ports: number[]): Promise<typeof front> {
  const program = await findNginx().catch((error: Error) => error)
  if (program instanceof Error) return { missing: program.message.split('\n')[0] ?? '' }
  const { stop } = await startNginx(program, port, ports)
  ends.push(stop)
  return { address: `http://127.0.0.1:${port}` }
}

beforeAll(async () => {
  const [port = 0, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  database = await openReplicatedDatabase()
  ends.push(database.stop)
  env = {
    DATABASE_URL: database.url,
    STORAGE_URL: `s3://files?endpoint=${store.url}&region=us-east-1`,
    AWS_ACCESS_KEY_ID: store.key.id,
    AWS_SECRET_ACCESS_KEY: store.key.secret,
    SESSION_SECRET: 'a secret that all nodes share, long enough',
    ADMIN_PASSWORD: adminPassword,
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    BENCH: '0',
  }
  const opened = ports.map((at) => {
    const dataDir = testFolder()
    return { dataDir, port: at, address: `http://127.0.0.1:${at}`, process: startNode(dataDir, at) }
  })
  nodes = opened as typeof nodes
  front = await openFront(port, ports)
  await Promise.all(nodes.map(({ process }) => process.ready()))
  seller = await register(nodes[0].address, 'Sela')
  admin = await signIn(nodes[1].address, 'support@example.com', adminPassword)
})

afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** The address of nginx. Without nginx the test does not run, and the report of the tests says so. */
function behindNginx({ task, skip }: TestContext): string {
  if ('address' in front) return front.address
  Object.assign(task.meta, { notRun: `nginx is not installed, and could not be downloaded: ${front.missing}` })
  return skip()
}

async function again(node: Node): Promise<void> {
  await node.process.ended
  node.process = startNode(node.dataDir, node.port)
  await node.process.ready()
}

const hears = (stream: Listener, id: string) => expect.poll(() => stream.frames.filter(({ data }) => data.id === id).length).toBe(1)

test('three nodes that start at once on an empty database make one admin, and each has live what happens on another', async () => {
  expect(nodes.filter(({ process }) => process.output().includes('The first admin is'))).toHaveLength(1)
  expect(nodes.flatMap(({ dataDir }) => databasesOf(dataDir))).toEqual([])
  const streams = await Promise.all(nodes.map(({ address }) => listenTo(address, { cookie: seller.cookie })))
  for (const { address } of nodes) {
    const { id } = (await seller.at(address).call('products/create', { ...chair(), draft: true, imagesFollow: false })) as { id: string }
    for (const stream of streams) await hears(stream, id)
  }
  for (const { hangUp } of streams) hangUp()
})

test('a person who signs out on one node is signed out on all', async () => {
  const [one, two, three] = nodes.map(({ address }) => address) as [string, string, string]
  const leaving = await register(one, 'Lea')
  expect(await leaving.at(two).call('users/me', undefined)).toMatchObject({ user: { role: 'seller' } })
  const stream = await listenTo(three, { cookie: leaving.cookie })
  await fetch(`${two}/api/auth/sign-out`, { method: 'POST', headers: { cookie: leaving.cookie } })
  await expect.poll(() => leaving.at(one).call('products/list', {}).then(String, String)).toContain('not-signed-in')
  await stream.ended
  expect(stream.frames.at(-1)).toMatchObject({ event: 'end', data: { reason: 'signed-out' } })
})

test('wrong passwords count together on all nodes', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      fetch(`${nodes[at % 3]?.address}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'unknown@example.com', password: 'not the password' }),
      }),
    ),
  )
  const statuses = attempts.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

test('an older version refuses to start on the database of a newer one, while running nodes go on', async () => {
  const { sql } = database.primary()
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 9999999999999)`
  const older = startNode(testFolder(), 0)
  expect(await older.ended).toBe(78)
  expect(older.output()).toContain('A newer version of Backstall has changed this database')
  for (const { address } of nodes) await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200)
  await sql`delete from drizzle.__drizzle_migrations where created_at = 9999999999999`
})

const filesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : []
const holders = () => nodes.filter(({ dataDir }) => filesIn(join(dataDir, 'uploads')).length > 0)

test('an upload that broke off resumes at its node; if that is gone, another one takes the file', async (context) => {
  const base = behindNginx(context)
  const noise = { type: 'gaussian', mean: 90, sigma: 40 } as const
  const photograph = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: 'red', noise } })
    .jpeg()
    .toBuffer()
  const headers = { cookie: seller.cookie }
  const sum = `sha-256=:${createHash('sha256').update(photograph).digest('base64')}:`
  const { id } = (await seller.at(base).call('products/create', { ...chair(), draft: false, imagesFollow: true })) as { id: string }
  const halfSent = async () => {
    const url = `${base}/api/products/${id}/images?name=front.jpg&upload=${randomUUID()}`
    const sending = openRequest(url, { method: 'POST', headers: { ...headers, 'content-length': photograph.length } })
    sending.on('error', () => {})
    sending.write(photograph.subarray(0, photograph.length / 2))
    await expect.poll(() => holders().length).toBe(1)
    const offset = async () => Number((await fetch(url, { method: 'HEAD', headers })).headers.get('upload-offset'))
    await expect.poll(offset).toBeGreaterThan(1_000)
    sending.destroy()
    return { url, offset: await offset(), holder: holders()[0] as Node }
  }
  const stored = async (answer: Response) => {
    expect(answer.status).toBe(200)
    const { path } = (await answer.json()) as { path: string }
    const picture = await fetch(`${base}/files/${path}`, { headers })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
  const { url, offset } = await halfSent()
  const rest = { ...headers, 'upload-offset': String(offset), 'repr-digest': sum }
  await stored(await fetch(url, { method: 'PATCH', headers: rest, body: new Uint8Array(photograph.subarray(offset)) }))

  const second = await halfSent()
  second.holder.process.kill('SIGKILL')
  await second.holder.process.ended
  expect(Number((await fetch(second.url, { method: 'HEAD', headers })).headers.get('upload-offset'))).toBe(0)
  await stored(await fetch(second.url, { method: 'POST', headers: { ...headers, 'repr-digest': sum }, body: new Uint8Array(photograph) }))
  await again(second.holder)
})

const often = { interval: 10 }

/** What was sent and what was acknowledged, kept outside the system. A request without an answer is sent again, under the same key. */
type Journal = { sent: Set<string>; acknowledged: Set<string>; failures: string[]; stop: () => Promise<void> }

/** `pace`: the pause (ms) of each writer between two writes. */
type Writing = { writers: number; pace: number; next: () => string | undefined; write: (key: string) => Promise<unknown> }

/** People who write without a pause: sellers save drafts under keys of their own, admins approve products, each decision once. */
async function openLoad(base: string): Promise<{ drafts: Journal; approvals: Journal; sellerId: string }> {
  const me = (await seller.call('users/me', undefined)) as { user: { id: string } }
  const waiting = await Promise.all(Array.from({ length: 400 }, () => addProduct(database.primary(), me.user.id, 'pending')))
  let goesOn = true
  const openJournal = ({ writers, pace, next, write }: Writing): Journal => {
    const journal: Journal = { sent: new Set(), acknowledged: new Set(), failures: [], stop: async () => {} }
    const attempt = async (key: string): Promise<boolean> => {
      try {
        await write(key)
        journal.acknowledged.add(key)
        return true
      } catch (error) {
        journal.failures.push(String(error))
        // Of its own earlier attempt, which got no answer.
        return String(error).includes('409')
      }
    }
    const work = async () => {
      for (let key = next(); key && goesOn; key = next()) {
        journal.sent.add(key)
        while (goesOn && !(await attempt(key))) await pause(20)
        await pause(pace)
      }
    }
    const working = Promise.all(Array.from({ length: writers }, work))
    journal.stop = async () => {
      goesOn = false
      await working
    }
    return journal
  }
  const draft = (key: string) =>
    seller.at(base).call('products/create', { ...chair({ title: `Chair ${key}` }), draft: true, imagesFollow: false, key })
  const approve = (id: string) => admin.at(base).call('products/approve', { id, status: 'pending', version: 1 })
  const ids = waiting.map(({ id }) => id).values()
  return {
    drafts: openJournal({ writers: 8, pace: 0, next: () => randomUUID(), write: draft }),
    approvals: openJournal({ writers: 2, pace: 50, next: () => ids.next().value, write: approve }),
    sellerId: me.user.id,
  }
}

/** A browser that listens through nginx from now on, and resumes from its position whenever its stream ends. */
async function follow(base: string) {
  const streams: Listener[] = []
  let goesOn = true
  const listening = (async () => {
    while (goesOn) {
      const position = streams.findLast((one) => one.position() !== '')?.position()
      const stream = await listenTo(base, { cookie: seller.cookie }, position).catch(() => null)
      if (stream?.status !== 200) await pause(20)
      else await streams[streams.push(stream) - 1]?.ended
    }
  })()
  await expect.poll(() => streams[0]?.position()).toBeTruthy()
  const frames = (name: string) => streams.flatMap((stream) => stream.frames).filter(({ event }) => event === name)
  const hints = () => frames('hint')
  return {
    hints: () => hints().length,
    /** After a reset a browser asks for everything, and hints before it may be missing. */
    resets: () => frames('reset'),
    approved: () => hints().flatMap(({ data }) => (data.kind === 'product.approve' ? [data.id ?? ''] : [])),
    stop: async () => {
      goesOn = false
      streams.at(-1)?.hangUp()
      await listening
    },
  }
}

test('under load, nodes stop and are killed, and the database fails over and back: no acknowledged write is lost, and what follows happens once', async (context) => {
  const base = behindNginx(context)
  // Before the load, or the first approval may happen before it listens.
  const follower = await follow(base)
  const { drafts, approvals, sellerId } = await openLoad(base)
  const goesOn = async (count = 50) => {
    const before = drafts.acknowledged.size
    const heardBefore = follower.hints()
    await expect.poll(() => drafts.acknowledged.size, often).toBeGreaterThan(before + count)
    await expect.poll(follower.hints, often).toBeGreaterThan(heardBefore)
  }
  const [first, second, third] = nodes
  await goesOn()

  // No request fails while two nodes stop.
  for (const { process } of [first, second]) process.kill('SIGTERM')
  expect(await Promise.all([first, second].map(({ process }) => process.ended))).toEqual([0, 0])
  await goesOn()
  await Promise.all([again(first), again(second)])
  await goesOn()
  expect([...drafts.failures, ...approvals.failures]).toEqual([])

  // The node that is killed is the dispatcher: it was the only one.
  third.process.kill('SIGKILL')
  await goesOn()
  await again(third)

  for (let turn = 0; turn < 2; turn++) {
    database.killPrimary()
    const passed = stopwatch()
    await database.promote()
    for (const { address } of nodes) await expect.poll(async () => (await fetch(`${address}/readyz`)).status, often).toBe(200)
    await goesOn(1)
    expect(passed()).toBeLessThan(10_000)
    await database.returnAsStandby()
    await goesOn()
  }
  await Promise.all([drafts.stop(), approvals.stop()])

  const { sql } = database.primary()
  const made = await sql<{ title: string; events: number }[]>`
    select p.title, (select count(*)::int from events e where e.item_id = p.id and e.kind = 'product.create') as events
    from products p where p.title like 'Chair %'`
  const keys = made.map(({ title }) => title.slice('Chair '.length))
  expect(keys.filter((key) => !drafts.sent.has(key))).toEqual([])
  expect([...drafts.acknowledged].filter((key) => !keys.includes(key))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
  expect(made.filter(({ events }) => events !== 1)).toEqual([])

  const decided = await sql<{ id: string; events: number }[]>`
    select p.id, (select count(*)::int from events e where e.item_id = p.id and e.kind = 'product.approve') as events
    from products p where p.status = 'approved'`
  const approved = new Set(decided.map(({ id }) => id))
  expect([...approvals.acknowledged].filter((id) => !approved.has(id))).toEqual([])
  expect(decided.filter(({ id, events }) => events !== 1 || !approvals.sent.has(id))).toEqual([])
  const without = (told: string[]) => [...approved].filter((id) => !told.includes(id))
  const notices = async () =>
    (await sql`select product_id from notifications where user_id = ${sellerId} and status = 'approved'`).map((row) => row.product_id)
  await expect.poll(async () => without(await notices())).toEqual([])
  expect(await notices()).toHaveLength(approved.size)
  await expect.poll(() => without(follower.approved())).toEqual([])
  await follower.stop()
  expect(follower.approved()).toHaveLength(approved.size)
  expect(follower.resets()).toEqual([])
})
