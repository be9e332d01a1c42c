import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageError } from '#domain/storage-error.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { aboutOf, type Storage } from '#server/platform/files/storage.ts'
import { openDamagingProxy } from '#server/testing/damaging-proxy.ts'
import { openS3Server } from '#server/testing/s3-server.ts'

let folder: string
const store = await openS3Server()
const endpoint = store.url
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backstall-storage-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const drivers: Record<string, () => Promise<Storage>> = {
  disk: () => openStorage({ kind: 'file', folder: join(folder, 'disk') }),
  s3: () => openStorage({ kind: 's3', bucket: 'files', endpoint, region: 'us-east-1' }),
}

const asPng = (content: Buffer) => aboutOf(content, 'image/png')
const asPicture = { contentType: 'image/png', disposition: 'inline; filename="photo.png"' }
const code = (reason: string) => expect.objectContaining({ code: `storage/${reason}` })
const contentOf = async (storage: Storage, path: string) => buffer((await storage.get(path)).stream)

let paths = 0
const freshPath = () => `products/0193b3c0-legacy:~.${++paths}/0_photo.png`

describe.each(Object.keys(drivers))('files on %s', (driver) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await (drivers[driver] as () => Promise<Storage>)()
  })

  test.each([0, 1, 70_000, 6 * 1024 * 1024])('%i bytes come back unchanged, from memory and from a stream', async (size) => {
    const content = randomBytes(size)
    const one = freshPath()
    const other = freshPath()
    await storage.put(one, content, asPng(content))
    await storage.put(other, Readable.from([content.subarray(0, size / 2), content.subarray(size / 2)]), asPng(content))
    const { stream, bytes } = await storage.get(one)
    expect(bytes).toBe(size)
    expect((await buffer(stream)).equals(content)).toBe(true)
    expect((await contentOf(storage, other)).equals(content)).toBe(true)
  })

  test('content that does not match its announced hash and length is refused, and nothing of it is left', async () => {
    const content = randomBytes(50_000)
    const path = freshPath()
    const wrong = { ...asPng(content), sha256: 'a'.repeat(64) }
    await expect(storage.put(path, content, wrong)).rejects.toEqual(code('invalid-checksum'))
    await expect(storage.put(path, content, { ...asPng(content), bytes: 49_999 })).rejects.toEqual(code('invalid-checksum'))
    await expect(storage.put(path, Readable.from([content.subarray(1)]), asPng(content))).rejects.toEqual(code('invalid-checksum'))
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
    await expect(storage.put(path, broken, asPng(content))).rejects.toBeInstanceOf(StorageError)
    await expect(storage.get(path)).rejects.toEqual(code('object-not-found'))
    expect(await storage.tidy(new Date(Date.now() + 60_000))).toBe(0)
    // The path is still free: a complete file may take it.
    await storage.put(path, content, asPng(content))
    expect((await contentOf(storage, path)).equals(content)).toBe(true)
  })

  test('a path is written once; the second file is refused and the first stays', async () => {
    const path = freshPath()
    const first = Buffer.from('first')
    await storage.put(path, first, asPng(first))
    await expect(storage.put(path, Buffer.from('other'), asPng(Buffer.from('other')))).rejects.toEqual(code('unauthorized'))
    expect((await contentOf(storage, path)).toString()).toBe('first')
  })

  test('a file of an import keeps its name, with spaces and letters of any script', async () => {
    const content = Buffer.from('named by hand')
    const path = `products/named/0_Große Lampe, (rot) & 灯'${++paths}.png`
    await storage.put(path, content, asPng(content))
    expect((await contentOf(storage, path)).toString()).toBe('named by hand')
    const address = await storage.addressOf(path, { contentType: 'image/png', disposition: 'inline' })
    if (address) expect(await (await fetch(address)).text()).toBe('named by hand')
    await storage.remove(path)
    await expect(storage.get(path)).rejects.toEqual(code('object-not-found'))
  })

  test('a removed file is gone; removing it again, or one that never was, is no error', async () => {
    const path = freshPath()
    const content = Buffer.from('short life')
    await storage.put(path, content, asPng(content))
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
        await storage.put(path, content, asPng(content))
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
    'products/a"b',
    'products/a\n',
    'products/a ',
    'products/a?b',
    'products/a\u0000b',
    'products/%2e%2e/x',
    '',
    '.',
    `products/${'x'.repeat(800)}`,
  ])('%j leads nowhere: not to write, not to read, not to remove', async (path) => {
    const content = Buffer.from('out')
    await expect(storage.put(path, content, asPng(content))).rejects.toEqual(code('invalid-argument'))
    await expect(storage.get(path)).rejects.toEqual(code('invalid-argument'))
    await expect(storage.remove(path)).rejects.toEqual(code('invalid-argument'))
    await expect(storage.addressOf(path, asPicture)).rejects.toEqual(code('invalid-argument'))
  })

  test('tidying removes neither what is still young nor anything stored', async () => {
    const path = freshPath()
    const content = Buffer.from('stays')
    await storage.put(path, content, asPng(content))
    expect(await storage.tidy(new Date(Date.now() - 60_000))).toBe(0)
    expect((await contentOf(storage, path)).toString()).toBe('stays')
  })
})

describe('on disk', () => {
  test('the remains of a killed write are tidied away', async () => {
    const storage = await openStorage({ kind: 'file', folder: join(folder, 'killed') })
    const left = join(folder, 'killed', '.waiting', 'half-written')
    await writeFile(left, 'half')
    await utimes(left, new Date(0), new Date(0))
    expect(await storage.tidy(new Date(1_000))).toBe(1)
    expect(await readdir(join(folder, 'killed', '.waiting'))).toEqual([])
  })

  test('the browser gets no address, Backstall serves the file', async () => {
    const storage = await openStorage({ kind: 'file', folder: join(folder, 'disk') })
    expect(await storage.addressOf(freshPath(), asPicture)).toBe(null)
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

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })
  /** A stored file, and its address at a given time. */
  const storedFile = async () => {
    const storage = await s3({})
    const path = freshPath()
    const content = randomBytes(1_000)
    await storage.put(path, content, asPng(content))
    const linkAt = async (time: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: time })
      const link = await storage.addressOf(path, { ...asPicture, cacheControl: 'private, no-store' })
      vi.useRealTimers()
      return link ?? ''
    }
    return { storage, path, content, linkAt }
  }
  const minutes = 60_000

  test('a signed address lets a browser load the file, stays the same for a while, and expires', async () => {
    const { storage, path, content } = await storedFile()
    const address = await storage.addressOf(path, asPicture)
    const answer = await fetch(address ?? '')
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(await storage.addressOf(path, asPicture)).toBe(address)
    expect(address).toMatch(/X-Amz-Expires=7200/)
    expect(storage.origin).toBe(endpoint)
  })

  test('a link gives the file with its type, its length and the requested caching, also an hour later', async () => {
    const { content, linkAt } = await storedFile()
    for (const age of [0, 59 * minutes]) {
      const answer = await fetch(await linkAt(Date.now() - age))
      const named = ['content-type', 'content-length', 'cache-control'].map((name) => answer.headers.get(name))
      expect([answer.status, ...named]).toEqual([200, 'image/png', '1000', 'private, no-store'])
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    }
  })

  test('a link to a document makes the browser save it under its name, whatever type was stored with it', async () => {
    const { storage } = await storedFile()
    const path = freshPath()
    const content = Buffer.from('<script>alert(1)</script>')
    await storage.put(path, content, { ...asPng(content), contentType: 'text/html' })
    const disposition = `attachment; filename="a b.pdf"; filename*=UTF-8''a%20b.pdf`
    const link = (await storage.addressOf(path, { contentType: 'application/pdf', disposition })) ?? ''
    const answer = await fetch(link)
    expect([answer.status, ...['content-type', 'content-disposition'].map((name) => answer.headers.get(name))]).toEqual([
      200,
      'application/pdf',
      disposition,
    ])
    expect((await fetch(link.replace('attachment', 'inline'))).status).toBe(403)
  })

  test('a link that is more than two hours old is refused', async () => {
    const { linkAt } = await storedFile()
    const answer = await fetch(await linkAt(Date.now() - 121 * minutes))
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching(/<Code>AccessDenied<.*Request has expired/)])
  })

  test('a link allows nothing but reading this one file this way', async () => {
    const { storage, path, content, linkAt } = await storedFile()
    const link = await linkAt(Date.now())
    const other = freshPath()
    await storage.put(other, content, asPng(content))
    const tampered = [
      link.replace(encodeURIComponent(path.split('/')[1] ?? ''), encodeURIComponent(other.split('/')[1] ?? '')),
      link.replace('no-store', 'max-age=9'),
      link.replace('X-Amz-Expires=7200', 'X-Amz-Expires=86400'),
      link.replace(/(X-Amz-Signature=)./, (_all, name) => `${name}x`),
    ]
    for (const url of tampered) {
      expect(url).not.toBe(link)
      const answer = await fetch(url)
      expect([url, answer.status, await answer.text()]).toEqual([url, 403, expect.stringContaining('<Code>SignatureDoesNotMatch<')])
    }
    for (const method of ['PUT', 'DELETE']) expect((await fetch(link, { method })).status).toBe(403)
    expect((await contentOf(storage, path)).equals(content)).toBe(true)
  })

  test.each([
    ['AWS_SECRET_ACCESS_KEY', 'SignatureDoesNotMatch'],
    ['AWS_ACCESS_KEY_ID', 'InvalidAccessKeyId'],
  ])('a wrong %s stops the start, because nothing would work with it', async (name, answer) => {
    vi.stubEnv(name, 'wrong')
    await expect(s3({})).rejects.toMatchObject({ code: 'storage/unauthorized-app', cause: { name: answer } })
  })

  test('credentials that the store no longer accepts are named as the reason, for every request', async () => {
    const renewed = await openS3Server()
    const storage = await s3({ endpoint: renewed.url })
    renewed.key.secret = 'another one'
    const content = Buffer.from('late')
    const asked = [storage.put('late', content, asPng(content)), storage.get('late'), storage.remove('late'), storage.tidy(new Date())]
    for (const { status, ...answer } of await Promise.allSettled(asked))
      expect([status, answer]).toEqual(['rejected', { reason: code('unauthorized-app') }])
  })

  test.each([
    ['that checks content refuses it', true, expect.objectContaining({ name: 'XAmzContentSHA256Mismatch' })],
    ['that checks nothing is made to remove it again', false, undefined],
  ])('a byte that changes in transfer is detected: a store %s', async (_what, checksContent, cause) => {
    const behind = checksContent ? store : await openS3Server({ checksContent })
    const storage = await s3({ endpoint: await openDamagingProxy(behind.url, 40_000) })
    const path = freshPath()
    const content = randomBytes(100_000)
    const error = await storage.put(path, content, asPng(content)).catch((thrown: unknown) => thrown)
    expect(error).toEqual(code('invalid-checksum'))
    expect((error as StorageError).cause).toEqual(cause)
    const straight = await s3({ endpoint: behind.url })
    await expect(straight.get(path)).rejects.toEqual(code('object-not-found'))
    await straight.put(path, content, asPng(content))
    expect((await contentOf(straight, path)).equals(content)).toBe(true)
  })

  test('the remains of a killed upload in the store are tidied away, and stored files stay', async () => {
    const { storage, path, content } = await storedFile()
    const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1' })
    await client.send(new CreateMultipartUploadCommand({ Bucket: 'files', Key: freshPath() }))
    expect(await storage.tidy(new Date(Date.now() - minutes))).toBe(0)
    expect(await storage.tidy(new Date(Date.now() + minutes))).toBe(1)
    expect(await storage.tidy(new Date(Date.now() + minutes))).toBe(0)
    expect((await contentOf(storage, path)).equals(content)).toBe(true)
  })

  test('a configuration that cannot work stops the start with its reason', async () => {
    await expect(s3({ bucket: '' })).rejects.toEqual(code('no-default-bucket'))
    await expect(s3({ bucket: 'Not_A_Bucket' })).rejects.toEqual(code('invalid-default-bucket'))
    await expect(s3({ endpoint: 'nowhere' })).rejects.toEqual(code('invalid-url'))
    await expect(s3({ bucket: 'absent' })).rejects.toEqual(code('bucket-not-found'))
  })
})
