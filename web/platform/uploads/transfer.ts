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

/** What a transfer needs from the world. */
export type Line = { send: Send; ask: AskArrived; digest: (file: Blob) => Promise<string | null>; newKey: () => string }

/** An upload that was begun: where, and what goes with each part of it. */
type Begun = { address: string; headers: Record<string, string> }

/**
 * Something on the way lets no request of this kind through: it says so (RFC 9110 §15.5.6, §15.6.2), or refuses for good in words that are
 * not Backstall's.
 */
const isBarred = ({ status, body }: Answer): boolean =>
  status === 405 || status === 501 || (status !== 200 && !isRetried(status) && refusalIn(body) === null)

/** So many requests of a kind in a row that got no answer: something closes the line on that kind, and the whole is sent once instead. */
const brokenMax = 2

export const realLine: Line = { send: sendFile, ask: askArrived, digest: digestOf, newKey }

/**
 * One file on its way, over as many attempts as it takes: all of it first, and after a break what the server lacks (decision 30).
 * `url` has a query already; the key that goes with it makes the upload the same one however often it is sent.
 */
export function openTransfer(url: string, file: File, line: Line) {
  let said: unknown = null
  let begun: Begun | null = null
  /** How much had arrived when it was last asked. */
  let known = 0
  /** Questions and rests that got no answer, in a row. */
  const broken = { asked: 0, rest: 0 }

  async function begin() {
    const digest = await line.digest(file)
    known = 0
    begun = { address: `${url}&upload=${line.newKey()}`, headers: digest === null ? {} : { 'Repr-Digest': digest } }
    return begun
  }
  const sendWhole = (to: Begun, about: SendAbout) => line.send(to.address, file, { ...about, headers: to.headers })

  /** Notes that this got no answer. */
  const counting = async <Said>(kind: keyof typeof broken, request: Promise<Said>): Promise<Said> =>
    await request.catch((failure: unknown) => {
      if (failure instanceof NetworkFailure) broken[kind] += 1
      throw failure
    })
  /** Is this kind of request worth another try? If not, the whole has its turn, and then this has again. */
  const getsThrough = (kind: keyof typeof broken): boolean => {
    if (broken[kind] < brokenMax) return true
    broken[kind] -= 1
    return false
  }

  /** What the server lacks; all of it where no rest gets through. */
  async function sendRest(to: Begun, arrived: Arrived, about: SendAbout): Promise<Answer> {
    const from = arrived.isComplete ? file.size : Math.min(arrived.offset, file.size)
    if (from === 0) return sendWhole(to, about)
    if (arrived.offset > known) broken.rest = 0
    known = arrived.offset
    if (getsThrough('rest')) {
      const rest = file.slice(from, file.size, file.type)
      const onProgress = (share: number) => about.onProgress(file.size === 0 ? share : (from + share * rest.size) / file.size)
      const headers = { ...to.headers, 'Upload-Offset': String(arrived.offset) }
      const answer = await counting('rest', line.send(to.address, rest, { ...about, onProgress, method: 'PATCH', headers }))
      if (!isBarred(answer)) return answer
    }
    // What is stored is answered again under its key; what is not may not begin again under it.
    return sendWhole(arrived.isComplete ? to : await begin(), about)
  }

  /** Nobody can be asked what arrived. All of it may be stored; a part of it is in the way of the whole, which then goes under another key. */
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
    // Only the answer to sending says in a sentence what is refused; where nobody can be asked now, the last one stands.
    if (isRetried(arrived.status) && arrived.status !== 501) return { ...arrived, body: said }
    return sendUnasked(begun, about)
  }

  return {
    attempt: async (about: SendAbout): Promise<Answer> => {
      const answer = await attempt(about)
      said = answer.body
      return answer
    },
    /** What arrived is not what was sent, or the file is another by now: the next attempt sends all of it. */
    beginAnew(): void {
      begun = null
    },
  }
}

/**
 * The SHA-256 of a file as `Repr-Digest` says it (RFC 9530); null where the browser does not give it: it gives `crypto.subtle` to pages that came by
 * https or from this machine alone. The file then goes without, and the server looks only at what it is.
 */
export async function digestOf(file: Blob): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  // A file that was moved away in the meantime is told by sending it.
  const content = subtle && (await file.arrayBuffer().catch(() => null))
  if (!content) return null
  const hash = new Uint8Array(await subtle.digest('SHA-256', content))
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`
}
