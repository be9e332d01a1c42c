import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type StorageCode, StorageError, storageErrors } from '#domain/storage-error.ts'
import { diskError } from '#server/platform/files/disk-error.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { listen } from '#server/testing/listen.ts'
import { testFolder } from '#server/testing/worker.ts'

/** A store that has its bucket and gives every other request the answer in `next`. */
let next: { status: number; code: string; headers?: Record<string, string> } = { status: 200, code: '' }
const store = createServer((request, response) => {
  const { status, code, headers } = request.method === 'HEAD' ? { status: 200, code: '', headers: {} } : next
  response
    .writeHead(status, { 'content-type': 'application/xml', ...headers })
    .end(`<Error><Code>${code}</Code><Message>No.</Message></Error>`)
})
const { url: address } = await listen(store)

const folder = testFolder()
const s3 = (about: { bucket?: string; endpoint?: string } = {}) =>
  openStorage({ kind: 's3', bucket: 'files', endpoint: address, region: 'us-east-1', ...about })
const disk = () => openStorage({ kind: 'file', folder: join(folder, 'files') })
const path = 'products/p/0_a.png'
const put = (storage: Storage, at: string, content: Buffer | Readable, sent = content) =>
  storage.put(at, content, {
    contentType: 'image/png',
    bytes: 3,
    sha256: createHash('sha256')
      .update(Buffer.isBuffer(sent) ? sent : 'abc')
      .digest('hex'),
  })

/** Reads from a store that gives this answer. */
const answered = async (status: number, code: string, headers = {}) => {
  const storage = await s3()
  next = { status, code, headers }
  await storage.get(path)
}

type Case = (() => Promise<unknown>) | { never: string }

/** How each code is provoked, or why nothing here can cause it (docs/storage-codes.md). */
const cases: Record<StorageCode, Case> = {
  unknown: () => answered(418, 'Teapot'),
  'object-not-found': async () => (await disk()).get(path),
  'bucket-not-found': () => answered(404, 'NoSuchBucket'),
  'quota-exceeded': () => answered(402, 'PaymentRequired'),
  unauthenticated: () => answered(401, 'Unauthorized'),
  unauthorized: () => answered(403, 'AccessDenied'),
  'unauthorized-app': () => answered(403, 'InvalidAccessKeyId'),
  'retry-limit-exceeded': () => answered(503, 'SlowDown', { 'retry-after': '3600' }),
  'invalid-checksum': async () => put(await disk(), path, Buffer.from('abd'), Buffer.from('abc')),
  canceled: async () => {
    const sender = (function* () {
      yield Buffer.from('ab')
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    })()
    await put(await disk(), path, Readable.from(sender))
  },
  'invalid-url': () => s3({ endpoint: 'nowhere' }),
  'invalid-default-bucket': () => s3({ bucket: 'Not_A_Bucket' }),
  'no-default-bucket': () => s3({ bucket: '' }),
  'invalid-argument': async () => (await disk()).get('../secret'),
  'app-deleted': () => answered(403, 'AccountProblem'),
  'invalid-format': { never: 'files are bytes here, and their content shows their type' },
  // A failing disk cannot be simulated; the system's error can.
  'internal-error': async () => {
    throw diskError(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }))
  },
  'unsupported-environment': async () => {
    await writeFile(join(folder, 'a-file'), '')
    await openStorage({ kind: 'file', folder: join(folder, 'a-file', 'inside') })
  },
}

const provoked = Object.entries(cases).flatMap(([code, how]) => (typeof how === 'function' ? [[code, how] as const] : []))

test('there are the eighteen codes of the specification, each with a sentence', () => {
  expect(Object.keys(storageErrors)).toHaveLength(18)
  for (const sentence of Object.values(storageErrors)) expect(sentence).toMatch(/^[A-Z].*\.$/)
  expect(provoked).toHaveLength(17)
})

test.each(provoked)('storage/%s can be provoked, and has its sentence', async (code, provoke) => {
  const error = await provoke()
    .then(() => null)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StorageError)
  expect(error).toMatchObject({ code: `storage/${code}`, message: storageErrors[code as StorageCode] })
})

test('a full disk is named as such if closing the file fails as well, and else what closing it met', async () => {
  const failing = async (first: Error) => {
    await using _file = { [Symbol.asyncDispose]: () => Promise.reject(Object.assign(new Error('close'), { code: 'EIO' })) }
    throw first
  }
  const codeAfter = (first: Error) => failing(first).catch((error: unknown) => diskError(error).code)
  expect(await codeAfter(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe('storage/quota-exceeded')
  expect(await codeAfter(new Error('drizzle', { cause: Object.assign(new Error('write'), { code: 'EDQUOT' }) }))).toBe(
    'storage/quota-exceeded',
  )
  expect(await codeAfter(new Error('without a code'))).toBe('storage/internal-error')
})

test('a store that cannot list interrupted uploads has none to tidy', async () => {
  const storage = await s3()
  next = { status: 501, code: 'NotImplemented' }
  expect(await storage.tidy(new Date())).toBe(0)
})

test('the page about the codes names each with its sentence, and those that cannot occur here', () => {
  const page = readFileSync(join(packageRoot, 'docs/storage-codes.md'), 'utf8')
  const row = (code: string) => page.split('\n').find((line) => line.startsWith(`| \`${code}\` |`)) ?? ''
  for (const [code, sentence] of Object.entries(storageErrors)) expect(row(code), code).toContain(`| ${sentence} |`)
  for (const [code, how] of Object.entries(cases)) expect(row(code).includes('Never.'), code).toBe(typeof how !== 'function')
})
