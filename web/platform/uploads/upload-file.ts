import { errors } from '#domain/errors.ts'
import { isShowable } from '#domain/image-types.ts'
import { limits } from '#domain/limits.ts'
import { isRetried, storageCodeOf } from '#domain/storage-error.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { refusalIn } from '#web/platform/uploads/refusal-in.ts'
import { type Answer, NetworkFailure, type SendAbout } from '#web/platform/uploads/send-file.ts'
import { type Line, openTransfer, realLine } from '#web/platform/uploads/transfer.ts'

/** A file that could not be uploaded. `code` is the server's, or `storage/…` of the file client (spec §8, product §11). */
export class UploadError extends Error {
  readonly code: string
  /** False if retrying the same file cannot help. */
  readonly again: boolean

  constructor(code: string, message: string, about: { again: boolean; cause?: unknown }) {
    super(message, { cause: about.cause })
    this.code = code
    this.again = about.again
  }
}

/** The outside functions of an upload; tests bring their own clock. */
export type UploadDependencies = Line & {
  now: () => number
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Resolves at once while online, otherwise when the network is back. */
  online: (signal: AbortSignal) => Promise<void>
  /** Total budget of the upload, if not `limits.upload.budgetMs`. */
  budgetMs?: number
  /** Width and height of a picture in pixels; null if the browser cannot read the file. */
  sizeOf: (file: File) => Promise<{ width: number; height: number } | null>
}

/** `onPause` gets the reason of the wait before the next attempt. */
export type UploadAbout = Pick<SendAbout, 'signal' | 'onProgress'> & { onPause: (why: string) => unknown }

/**
 * Uploads one file, within its budget of time over all attempts; time spent offline does not count. After a break it continues with
 * what is missing. `url` has a query; `read` parses the answer. Throws `UploadError`, or the signal's reason when cancelled.
 */
export async function uploadFile<Stored>(
  url: string,
  file: File,
  read: (body: unknown) => Stored,
  about: UploadAbout,
  outside: UploadDependencies = inBrowser,
): Promise<Stored> {
  const size = await outside.sizeOf(file)
  if (size && !isShowable(size)) throw new UploadError('image-shape', errors['image-shape'].message, { again: false })
  const transfer = openTransfer(url, file, outside)
  let deadline = outside.now() + (outside.budgetMs ?? limits.upload.budgetMs)
  let damaged = 0
  for (let attempt = 0; ; attempt++) {
    const before = outside.now()
    await outside.online(about.signal)
    deadline += outside.now() - before
    // When the time is over, a moving attempt may finish; a stalled one is aborted.
    const patienceMs = Math.min(limits.upload.stallMs, Math.max(limits.upload.retryFirstMs, deadline - outside.now()))
    const outcome = await tryOnce(transfer, { ...about, patienceMs })
    if ('body' in outcome) return read(outcome.body)
    const { failure, retryAfter } = outcome
    if (isDamaged(failure)) {
      damaged += 1
      if (damaged >= limits.upload.damagedMax) throw failure
      transfer.beginAnew()
    }
    const pause = pauseBefore(attempt, retryAfter, outside)
    if (outside.now() + pause > deadline) throw giveUpError(failure)
    about.onPause(failure instanceof Error ? failure.message : '')
    await outside.sleep(pause, about.signal)
  }
}

type Outcome = { body: unknown } | { failure: unknown; retryAfter?: string | null }

async function tryOnce(transfer: ReturnType<typeof openTransfer>, about: SendAbout): Promise<Outcome> {
  try {
    const answer = await transfer.attempt(about)
    if (answer.status === 200) return { body: answer.body }
    const refusal = asError(answer)
    if (!isRetried(answer.status) && !isConnectionFailure(refusal)) throw refusal
    return { failure: refusal, retryAfter: answer.retryAfter }
  } catch (failure) {
    if (failure instanceof NetworkFailure) return { failure }
    throw failure
  }
}

const isDamaged = (failure: unknown) => failure instanceof UploadError && failure.code === 'storage/invalid-checksum'

/** Not a refusal of the file, but a network failure that the server noticed: changed bytes, or another offset to continue from. */
const isConnectionFailure = (refusal: UploadError) => isDamaged(refusal) || refusal.code === 'upload-moved'

const mendable = ['too-many-images', 'storage/invalid-checksum']

function asError({ status, body }: Answer): UploadError {
  const refusal = refusalIn(body)
  // Signing in again or removing another picture can help; a file that is no picture never becomes one.
  const again = ![413, 415, 422].includes(status) || mendable.includes(refusal?.code ?? '')
  return new UploadError(refusal?.code ?? `storage/${storageCodeOf(status)}`, refusal?.error ?? problemOf({ status }).message, { again })
}

/** Keeps the last cause, and shows its sentence if it came from the server. */
const giveUpError = (cause: unknown) =>
  new UploadError('storage/retry-limit-exceeded', cause instanceof UploadError ? cause.message : t('products.images.gaveUp'), {
    again: true,
    cause,
  })

/** Exponential from one second with full jitter on the second half; at least the server's `Retry-After`. */
function pauseBefore(attempt: number, retryAfter: string | null | undefined, outside: UploadDependencies): number {
  const full = Math.min(limits.upload.retryFirstMs * 2 ** attempt, limits.upload.retryLongestMs)
  const jittered = full / 2 + (full / 2) * outside.random()
  return Math.max(jittered, retryAfterMs(retryAfter, outside.now()))
}

/** `Retry-After` as milliseconds from now; seconds or a date (RFC 9110 §10.2.3), 0 if there is none. */
export function retryAfterMs(header: string | null | undefined, now: number): number {
  if (!header) return 0
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}

/** The functions of the browser. */
export const inBrowser: UploadDependencies = {
  ...realLine,
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) => once(signal, (done) => void setTimeout(done, ms)),
  online: (signal) =>
    navigator.onLine ? Promise.resolve() : once(signal, (done) => window.addEventListener('online', done, { once: true })),
  sizeOf: (file) => (file.type === 'application/pdf' ? Promise.resolve(null) : sizeOfPicture(file)),
}

/** Reads the head of the picture without decoding it. */
function sizeOfPicture(file: File): Promise<{ width: number; height: number } | null> {
  const picture = new Image()
  const address = URL.createObjectURL(file)
  return new Promise<{ width: number; height: number } | null>((resolve) => {
    picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight })
    picture.onerror = () => resolve(null)
    picture.src = address
  }).finally(() => URL.revokeObjectURL(address))
}

/** Waits for one event, or rejects with the signal's reason if it is cancelled first. */
function once(signal: AbortSignal, start: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    start(resolve)
  })
}
