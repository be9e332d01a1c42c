import { isRetried } from '#domain/storage-error.ts'
import { newKey } from '#web/platform/new-key.ts'
import { refusalIn } from '#web/platform/uploads/refusal-in.ts'
import {
  type Answer,
  type Arrived,
  type AskArrived,
  askArrived,
  NetworkFailure,
  type Send,
  type SendAbout,
  sendFile,
} from '#web/platform/uploads/send-file.ts'

/** The outside functions of a transfer; tests replace them. */
export type Line = { send: Send; ask: AskArrived; digest: (file: Blob) => Promise<string | null>; newKey: () => string }

/** An upload that was begun: its address, and the headers of each of its requests. */
type Begun = { address: string; headers: Record<string, string> }

/**
 * A proxy lets no request of this kind through: by its status (RFC 9110 §15.5.6, §15.6.2), or by a final refusal that is not Backstall's.
 */
const isBlocked = ({ status, body }: Answer): boolean =>
  status === 405 || status === 501 || (status !== 200 && !isRetried(status) && refusalIn(body) === null)

/**
 * After this many requests of a kind in a row without an answer, a proxy is assumed to close them, and the whole file is sent once instead.
 */
const brokenMax = 2

export const realLine: Line = { send: sendFile, ask: askArrived, digest: digestOf, newKey }

/**
 * Sends one file over as many attempts as it takes: all of it first, and after a break what the server lacks (decision 30). `url` already
 * has a query; the key added to it makes all attempts the same upload.
 */
export function openTransfer(url: string, file: File, line: Line) {
  let lastBody: unknown = null
  let begun: Begun | null = null
  /** How much had arrived at the last check. */
  let offset = 0
  /** Checks and rests without an answer, in a row. */
  const broken = { asked: 0, rest: 0 }

  async function begin() {
    const digest = await line.digest(file)
    offset = 0
    begun = { address: `${url}&upload=${line.newKey()}`, headers: digest === null ? {} : { 'Repr-Digest': digest } }
    return begun
  }
  const sendWhole = (to: Begun, about: SendAbout) => line.send(to.address, file, { ...about, headers: to.headers })

  /** Counts the request if it got no answer. */
  const counting = async <Result>(kind: keyof typeof broken, request: Promise<Result>): Promise<Result> =>
    await request.catch((failure: unknown) => {
      if (failure instanceof NetworkFailure) broken[kind] += 1
      throw failure
    })
  /** True if this kind of request is worth another try. If not, the whole file is sent once, and then this kind is tried again. */
  const getsThrough = (kind: keyof typeof broken): boolean => {
    if (broken[kind] < brokenMax) return true
    broken[kind] -= 1
    return false
  }

  /** Sends what the server lacks, or all of it where no rest gets through. */
  async function sendRest(to: Begun, arrived: Arrived, about: SendAbout): Promise<Answer> {
    const from = arrived.isComplete ? file.size : Math.min(arrived.offset, file.size)
    if (from === 0) return sendWhole(to, about)
    if (arrived.offset > offset) broken.rest = 0
    offset = arrived.offset
    if (getsThrough('rest')) {
      const rest = file.slice(from, file.size, file.type)
      const onProgress = (share: number) => about.onProgress(file.size === 0 ? share : (from + share * rest.size) / file.size)
      const headers = { ...to.headers, 'Upload-Offset': String(arrived.offset) }
      const answer = await counting('rest', line.send(to.address, rest, { ...about, onProgress, method: 'PATCH', headers }))
      if (!isBlocked(answer)) return answer
    }
    // A stored file is answered again under its key; an incomplete one may not start again under it.
    return sendWhole(arrived.isComplete ? to : await begin(), about)
  }

  /**
   * The server cannot be asked what arrived. If the whole file is stored, it is answered again; if only a part is, that part blocks the
   * file under this key, so the next attempt uses another.
   */
  async function sendUnasked(to: Begun, about: SendAbout): Promise<Answer> {
    const answer = await sendWhole(to, about)
    if (answer.status === 409) begun = null
    return answer
  }

  async function attempt(about: SendAbout): Promise<Answer> {
    if (begun === null) return sendWhole(await begin(), about)
    if (!getsThrough('asked')) return sendUnasked(begun, about)
    const arrived = await counting('asked', line.ask(begun.address, about))
    broken.asked = 0
    if ('offset' in arrived) return sendRest(begun, arrived, about)
    // Only the answer to sending contains the refusal's sentence; the last one is used while the server cannot be asked.
    if (isRetried(arrived.status) && arrived.status !== 501) return { ...arrived, body: lastBody }
    return sendUnasked(begun, about)
  }

  return {
    attempt: async (about: SendAbout): Promise<Answer> => {
      const answer = await attempt(about)
      lastBody = answer.body
      return answer
    },
    /** The stored bytes are not those that were sent, or the file has changed: the next attempt sends all of it. */
    beginAnew(): void {
      begun = null
    },
  }
}

/**
 * The SHA-256 of a file in the format of `Repr-Digest` (RFC 9530); null where the browser has no `crypto.subtle`, which needs https or
 * localhost. Without it the server cannot verify the bytes and checks only the format.
 */
export async function digestOf(file: Blob): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  // If the file was moved away meanwhile, sending it reports that.
  const content = subtle && (await file.arrayBuffer().catch(() => null))
  if (!content) return null
  const hash = new Uint8Array(await subtle.digest('SHA-256', content))
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`
}
