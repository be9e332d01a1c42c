import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StorageError } from '#domain/storage-error.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { openRoughLine } from '#server/testing/rough-line.ts'

let folder: string
let server: S3rver
let endpoint: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backstall-storage-'))
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'files' }] })
  endpoint = `http://127.0.0.1:${(await server.run()).port}`
})
afterAll(async () => {
  const closed = server.close()
  server.httpServer.closeAllConnections()
  await closed
  await rm(folder, { recursive: true })
})

const drivers: Record<string, () => Promise<Storage>> = {
  disk: () => openStorage({ kind: 'file', folder: join(folder, 'disk') }),
  s3: () => openStorage({ kind: 's3', bucket: 'files', endpoint, region: 'us-east-1' }),
}

const aboutOf = (content: Buffer) => ({
  contentType: 'image/png',
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})
const code = (reason: string) => expect.objectContaining({ code: `storage/${reason}` })
const contentOf = async (storage: Storage, path: string) => buffer((await storage.get(path)).stream)

let paths = 0
const freshPath = () => `products/0193b3c0-legacy:~.${++paths}/0_photo.png`

describe.each(Object.keys(drivers))('files on %s', (driver) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await (drivers[driver] as () => Promise<Storage>)()
  })

  test.each([0, 1, 70_000, 6 * 1024 * 1024])('%i bytes come back as they were sent, from memory and from a stream', async (size) => {
    const content = randomBytes(size)
    const [one, other] = [freshPath(), freshPath()]
    await storage.put(one, content, aboutOf(content))
    await storage.put(other, Readable.from([content.subarray(0, size / 2), content.subarray(size / 2)]), aboutOf(content))
    const { stream, bytes } = await storage.get(one)
    expect(bytes).toBe(size)
    expect((await buffer(stream)).equals(content)).toBe(true)
    expect((await contentOf(storage, other)).equals(content)).toBe(true)
  })

  test('content that is not what was announced is refused, and nothing of it is left', async () => {
    const content = randomBytes(50_000)
    const path = freshPath()
    const wrong = { ...aboutOf(content), sha256: 'a'.repeat(64) }
    await expect(storage.put(path, content, wrong)).rejects.toEqual(code('invalid-checksum'))
    await expect(storage.put(path, content, { ...aboutOf(content), bytes: 49_999 })).rejects.toEqual(code('invalid-checksum'))
    await expect(storage.put(path, Readable.from([content.subarray(1)]), aboutOf(content))).rejects.toEqual(code('invalid-checksum'))
    await expect(storage.get(path)).rejects.toEqual(code('object-not-found'))
  })

  test('a transfer that breaks off leaves nothing', async () => {
    const path = freshPath()
    const content = randomBytes(6 * 1024 * 1024)
    const broken = Readable.from(
      (function* () {
        yield content.subarray(0, 5_500_000)
        throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
      })(),
    )
    await expect(storage.put(path, broken, aboutOf(content))).rejects.toBeInstanceOf(StorageError)
    await expect(storage.get(path)).rejects.toEqual(code('object-not-found'))
    // The path was not used up: a file that is whole may take it.
    await storage.put(path, content, aboutOf(content))
    expect((await contentOf(storage, path)).equals(content)).toBe(true)
  })

  test('a path is written once; the second file is refused and the first stays', async () => {
    const path = freshPath()
    const first = Buffer.from('first')
    await storage.put(path, first, aboutOf(first))
    await expect(storage.put(path, Buffer.from('other'), aboutOf(Buffer.from('other')))).rejects.toEqual(code('unauthorized'))
    expect((await contentOf(storage, path)).toString()).toBe('first')
  })

  test('a removed file is gone; removing it again, or one that never was, is no error', async () => {
    const path = freshPath()
    const content = Buffer.from('short life')
    await storage.put(path, content, aboutOf(content))
    await storage.remove(path)
    await storage.remove(path)
    await storage.remove(freshPath())
    await expect(storage.get(path)).rejects.toEqual(code('object-not-found'))
  })

  test('ten files of one product can be written and removed at the same time', async () => {
    const content = randomBytes(2_000)
    const all = Array.from({ length: 10 }, (_, index) => `products/busy/${index}_${++paths}.png`)
    await Promise.all(
      all.map(async (path, index) => {
        await storage.put(path, content, aboutOf(content))
        if (index % 2) await storage.remove(path)
      }),
    )
    const there = await Promise.all(all.map((path) => contentOf(storage, path).catch(() => null)))
    expect(there.filter(Boolean)).toHaveLength(5)
  })

  test.each([
    '../secret',
    'products/../../secret',
    '/etc/passwd',
    'products//x',
    'products/.hidden',
    '.waiting/x',
    'products/a\\b',
    'products/a\u0000b',
    'products/%2e%2e/x',
    '',
    '.',
    `products/${'x'.repeat(800)}`,
  ])('%j leads nowhere: not to write, not to read, not to remove', async (path) => {
    const content = Buffer.from('out')
    await expect(storage.put(path, content, aboutOf(content))).rejects.toEqual(code('invalid-argument'))
    await expect(storage.get(path)).rejects.toEqual(code('invalid-argument'))
    await expect(storage.remove(path)).rejects.toEqual(code('invalid-argument'))
    await expect(storage.addressOf(path)).rejects.toEqual(code('invalid-argument'))
  })

  test('tidying takes nothing away that is still young, nor anything stored', async () => {
    const path = freshPath()
    const content = Buffer.from('stays')
    await storage.put(path, content, aboutOf(content))
    expect(await storage.tidy(new Date(Date.now() - 60_000))).toBe(0)
    expect((await contentOf(storage, path)).toString()).toBe('stays')
  })
})

describe('on disk', () => {
  test('what a killed write left behind is tidied away', async () => {
    const storage = await openStorage({ kind: 'file', folder: join(folder, 'killed') })
    const left = join(folder, 'killed', '.waiting', 'half-written')
    await writeFile(left, 'half')
    await utimes(left, new Date(0), new Date(0))
    expect(await storage.tidy(new Date(1_000))).toBe(1)
    expect(await readdir(join(folder, 'killed', '.waiting'))).toEqual([])
  })

  test('the browser is given no address, Backstall serves the file', async () => {
    const storage = await openStorage({ kind: 'file', folder: join(folder, 'disk') })
    expect(await storage.addressOf(freshPath())).toBe(null)
    expect(storage.origin).toBe(null)
  })

  test('a folder that cannot be made stops the start with its reason', async () => {
    await writeFile(join(folder, 'a-file'), '')
    await expect(openStorage({ kind: 'file', folder: join(folder, 'a-file', 'x') })).rejects.toEqual(code('unsupported-environment'))
  })
})

describe('on S3', () => {
  const s3 = (about: { bucket?: string; endpoint?: string }) =>
    openStorage({ kind: 's3', bucket: 'files', endpoint, region: 'us-east-1', ...about })

  test('a signed address lets a browser load the file, stays the same for a while, and expires', async () => {
    const storage = await s3({})
    const path = freshPath()
    const content = randomBytes(1_000)
    await storage.put(path, content, aboutOf(content))
    const address = await storage.addressOf(path)
    const answer = await fetch(address ?? '')
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(await storage.addressOf(path)).toBe(address)
    expect(address).toMatch(/X-Amz-Expires=7200/)
    expect(storage.origin).toBe(endpoint)
  })

  test('a byte that changes between here and the store is noticed, and the damaged file is removed again', async () => {
    const line = await openRoughLine(endpoint, 40_000)
    const storage = await s3({ endpoint: line.url })
    const [path, content] = [freshPath(), randomBytes(100_000)]
    await expect(storage.put(path, content, aboutOf(content))).rejects.toEqual(code('invalid-checksum'))
    line.close()
    const behind = await s3({})
    await expect(behind.get(path)).rejects.toEqual(code('object-not-found'))
    await behind.put(path, content, aboutOf(content))
    expect((await contentOf(behind, path)).equals(content)).toBe(true)
  })

  test('a configuration that cannot work stops the start and says what is wrong', async () => {
    await expect(s3({ bucket: '' })).rejects.toEqual(code('no-default-bucket'))
    await expect(s3({ bucket: 'Not_A_Bucket' })).rejects.toEqual(code('invalid-default-bucket'))
    await expect(s3({ endpoint: 'nowhere' })).rejects.toEqual(code('invalid-url'))
    await expect(s3({ bucket: 'absent' })).rejects.toEqual(code('bucket-not-found'))
  })
})
