import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { request as openRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { register } from '#server/testing/client.ts'
import { chair } from '#server/testing/listing.ts'
import { installedFolder, openStarts } from '#server/testing/process.ts'

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
      )
    : []

const start = openStarts()
const dataDir = await installedFolder()
const uploads = join(dataDir, 'uploads')
const files = join(dataDir, 'files')
let running = start({ dataDir })

/** A seller whose creation waits for its pictures, and a request that has sent half of the first one. `stored` are all files since. */
async function openHalfSent(name: string, query = '') {
  const address = await running.ready()
  const seller = await register(address, name)
  const { id } = (await seller.call('products/create', { ...chair(), draft: false, imagesFollow: true })) as { id: string }
  const before = filesIn(files)
  const at = (base: string) => `${base}/api/products/${id}/images?name=front.jpg${query}`
  const sending = openRequest(at(address), { method: 'POST', headers: { cookie: seller.cookie, 'content-length': photograph.length } })
  sending.on('error', () => {})
  sending.write(photograph.subarray(0, photograph.length / 2))
  await expect.poll(() => filesIn(uploads).length, { timeout: 50_000 }).toBe(1)
  return { seller, at, id, stored: () => filesIn(files).filter((path) => !before.includes(path)) }
}

/** Kills the server, and starts it again once `afterwards` has seen what it left. Returns its address. */
async function killAndRestart(afterwards = () => {}): Promise<string> {
  running.kill('SIGKILL')
  await running.ended
  afterwards()
  running = start({ dataDir })
  return running.ready()
}

/** Wide enough for both thumbnails. */
const photograph = await sharp({
  create: { width: 700, height: 500, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 90, sigma: 40 } },
})
  .jpeg()
  .toBuffer()

test('an upload with a key resumes after the server was killed in the middle of it', { timeout: 120_000 }, async () => {
  const { seller, id, at, stored } = await openHalfSent('Kira', '&upload=0f0e0d0c-named-upload')
  await expect.poll(() => statSync(filesIn(uploads)[0] ?? '').size, { timeout: 50_000 }).toBeGreaterThan(1_000)
  const again = at(await killAndRestart())
  const headers = { cookie: seller.cookie }
  const offset = Number((await fetch(again, { method: 'HEAD', headers })).headers.get('upload-offset'))
  expect(offset).toBeGreaterThan(1_000)
  const sum = `sha-256=:${createHash('sha256').update(photograph).digest('base64')}:`
  const rest = { ...headers, 'upload-offset': String(offset), 'repr-digest': sum }
  const answer = await fetch(again, { method: 'PATCH', headers: rest, body: new Uint8Array(photograph.subarray(offset)) })
  const { path } = (await answer.json()) as { path: string }
  expect([answer.status, path]).toEqual([200, `products/${id}/1_front.jpg`])
  expect(filesIn(uploads)).toEqual([])
  expect(stored()).toHaveLength(3)
})

test('a server killed in the middle of an upload leaves nothing of it, and the seller continues where they were', {
  timeout: 120_000,
}, async () => {
  const { seller, id, at, stored } = await openHalfSent('Kora')
  const again = await killAndRestart(() => expect(filesIn(uploads)).toHaveLength(1))
  await expect.poll(() => filesIn(uploads), { timeout: 50_000 }).toEqual([])
  expect(stored()).toEqual([])
  const back = seller.at(again)
  expect(await back.call('products/get', { id })).toMatchObject({ status: 'pending', unfinished: true, images: [] })
  const answer = await fetch(at(again), { method: 'POST', headers: { cookie: seller.cookie }, body: new Uint8Array(photograph) })
  const { path } = (await answer.json()) as { path: string }
  // The index of the interrupted upload is not reused.
  expect([answer.status, path]).toEqual([200, `products/${id}/1_front.jpg`])
  // Nor does it count: all ten pictures can be uploaded.
  const others = await Promise.all(
    Array.from({ length: limits.image.max - 1 }, () =>
      fetch(at(again), { method: 'POST', headers: { cookie: seller.cookie }, body: new Uint8Array(photograph) }),
    ),
  )
  expect(others.map(({ status }) => status)).toEqual(Array(limits.image.max - 1).fill(200))
  expect(await back.call('products/nameImages', { id, images: [path] })).toMatchObject({ unfinished: false, images: [{ path }] })
  expect(stored()).toHaveLength(3 * limits.image.max)
})
