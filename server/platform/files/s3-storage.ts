import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type StorageCode, StorageError } from '#domain/storage-error.ts'
import type { StorageTarget } from '#server/platform/config.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { s3Error } from '#server/platform/files/s3-error.ts'
import { retryWithin } from '#server/platform/files/s3-retry.ts'
import { type About, checkPath, type Storage } from '#server/platform/files/storage.ts'
import { verified } from '#server/platform/files/verified.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Target = Extract<StorageTarget, { kind: 's3' }>

/**
 * Stores files in a bucket of any S3-compatible store; credentials come from the usual AWS variables. Throws a `StorageError` for an
 * address, bucket or credentials that cannot work; a store that is only unreachable does not count as an error yet.
 */
export async function openS3Storage(target: Target): Promise<Storage> {
  const client = clientFor(target)
  const at = (path: string) => {
    checkPath(path)
    return { Bucket: target.bucket, Key: path }
  }
  const storage: Storage = {
    origin: new URL(await explained(() => sign(client, at('x')))).origin,
    addressOf: (path, { contentType, disposition, cacheControl }) =>
      explained(async () => {
        const answer = { ResponseContentType: contentType, ResponseContentDisposition: disposition, ResponseCacheControl: cacheControl }
        return sign(client, { ...at(path), ...answer })
      }),
    put: (path, content, about) =>
      explained(async () => {
        if (await isThere(client, at(path))) throw new StorageError('unauthorized', { cause: new Error('This path is taken.') })
        const params = { ...at(path), Body: verified(content, about), ContentType: about.contentType }
        await new Upload({ client, params, queueSize: 1 }).done()
        await refuseDamaged(client, at(path), about)
      }),
    get: (path) =>
      explained(async () => {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(at(path)))
        if (!(Body instanceof Readable)) throw new StorageError('unknown')
        return { stream: Body, bytes: ContentLength }
      }),
    remove: (path) =>
      explained(async () => {
        await client.send(new DeleteObjectCommand(at(path)))
      }),
    tidy: (before) => explained(() => abortOlder(client, target.bucket, before)).catch(unlessUnsupported),
  }
  await refuseHopeless(client, target.bucket)
  return storage
}

function clientFor({ bucket, endpoint, region }: Target): S3Client {
  if (bucket === '') throw new StorageError('no-default-bucket')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new StorageError('invalid-default-bucket')
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) throw new StorageError('invalid-url')
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Stores other than Amazon's do not support newer checksums; the content is checked while it is read here.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryStrategy: retryWithin(limits.storage.budgetMs),
    requestHandler: { connectionTimeout: limits.storage.attemptMs, requestTimeout: limits.storage.attemptMs, throwOnRequestTimeout: true },
  })
}

/** Signed as of the beginning of a period, so that an address stays the same throughout it and browsers reuse what they loaded. */
function sign(client: S3Client, object: GetObjectCommandInput): Promise<string> {
  const period = limits.storage.addressMs / 2
  const signingDate = new Date(Math.floor(Date.now() / period) * period)
  return getSignedUrl(client, new GetObjectCommand(object), { expiresIn: limits.storage.addressMs / 1000, signingDate })
}

async function isThere(client: S3Client, object: { Bucket: string; Key: string }): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand(object))
    return true
  } catch (error) {
    if (s3Error(error).reason === 'object-not-found') return false
    throw await whyRefused(client, object, error)
  }
}

/** The refusal of a HEAD has no body and so no reason: a GET gets it. */
async function whyRefused(client: S3Client, object: { Bucket: string; Key: string }, refusal: unknown): Promise<StorageError> {
  const error = s3Error(refusal)
  if (error.reason !== 'unauthorized') return error
  try {
    const { Body } = await client.send(new GetObjectCommand(object), { abortSignal: AbortSignal.timeout(limits.storage.attemptMs) })
    if (Body instanceof Readable) Body.destroy()
    return error
  } catch (answered) {
    return hopeless.includes(s3Error(answered).reason) ? s3Error(answered) : error
  }
}

/**
 * Not every store checks what it receives, so the content is read back. Damaged content is removed, which frees the path for the right one.
 */
async function refuseDamaged(client: S3Client, object: { Bucket: string; Key: string }, about: About): Promise<void> {
  try {
    const { Body } = await client.send(new GetObjectCommand(object))
    if (Body instanceof Readable) await finished(verified(Body, about).resume())
  } catch (error) {
    if (s3Error(error).reason === 'invalid-checksum') await client.send(new DeleteObjectCommand(object))
    throw error
  }
}

/** Errors that no later attempt would fix. */
const hopeless: readonly StorageCode[] = ['bucket-not-found', 'unauthenticated', 'unauthorized-app', 'app-deleted']

async function refuseHopeless(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(limits.storage.attemptMs) })
  } catch (error) {
    const { reason, cause } = await whyRefused(client, { Bucket: bucket, Key: 'x' }, error)
    if (reason === 'object-not-found') throw new StorageError('bucket-not-found', { cause })
    if (hopeless.includes(reason)) throw new StorageError(reason, { cause })
    console.warn(`The bucket ${bucket} does not answer yet: ${messageOf(error)}`)
  }
}

async function abortOlder(client: S3Client, bucket: string, before: Date): Promise<number> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  const older = Uploads.filter(({ Initiated }) => Initiated && Initiated < before)
  for (const { Key, UploadId } of older) await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
  return older.length
}

/** A store that cannot list interrupted uploads deletes them by its own rule. */
function unlessUnsupported(error: unknown): number {
  if (s3Error(error).reason === 'unsupported-environment') return 0
  throw error
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw s3Error(error)
  }
}
