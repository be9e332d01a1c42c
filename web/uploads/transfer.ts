import { isRetried } from '#domain/storage-error.ts'
import { type Arrived, type AskArrived, askArrived } from '#web/uploads/ask-arrived.ts'
import { digestOf } from '#web/uploads/digest-of.ts'
import { newKey } from '#web/uploads/new-key.ts'
import { type Answer, type Send, type SendAbout, sendFile } from '#web/uploads/send-file.ts'

/** What a transfer needs from the world. */
export type Line = { send: Send; ask: AskArrived; digest: (file: Blob) => Promise<string | null>; newKey: () => string }

/** Something on the way lets no request of this kind through (RFC 9110 §15.5.6, §15.6.2). */
const isBarred = (status: number): boolean => status === 405 || status === 501

const nothing: Arrived = { offset: 0, isComplete: false }

export const realLine: Line = { send: sendFile, ask: askArrived, digest: digestOf, newKey }

/**
 * One file on its way, over as many attempts as it takes: all of it first, and after a break what the server lacks (decision 30).
 * `url` has a query already; the key that goes with it makes the upload the same one however often it is sent.
 */
export function openTransfer(url: string, file: File, line: Line) {
  let said: unknown = null
  let begun: { address: string; headers: Record<string, string> } | null = null

  async function begin() {
    const digest = await line.digest(file)
    begun = { address: `${url}&upload=${line.newKey()}`, headers: digest === null ? {} : { 'Repr-Digest': digest } }
    return begun
  }

  async function goOn(known: NonNullable<typeof begun>, arrived: Arrived, about: SendAbout): Promise<Answer> {
    const from = arrived.isComplete ? file.size : Math.min(arrived.offset, file.size)
    const rest = file.slice(from, file.size, file.type)
    const onProgress = (share: number) => about.onProgress(file.size === 0 ? share : (from + share * rest.size) / file.size)
    if (from === 0) return line.send(known.address, file, { ...about, headers: known.headers })
    const headers = { ...known.headers, 'Upload-Offset': String(arrived.offset) }
    const answer = await line.send(known.address, rest, { ...about, onProgress, method: 'PATCH', headers })
    if (!isBarred(answer.status)) return answer
    // What is stored is answered again under its key; what is not may not begin again under it.
    return goOn(arrived.isComplete ? known : await begin(), nothing, about)
  }

  /** Nobody can be asked what arrived. All of it may be stored; a part of it is in the way of the whole, which then goes under another key. */
  async function sendUnasked(known: NonNullable<typeof begun>, about: SendAbout): Promise<Answer> {
    const answer = await goOn(known, nothing, about)
    if (answer.status === 409) begun = null
    return answer
  }

  async function attempt(about: SendAbout): Promise<Answer> {
    if (begun === null) return goOn(await begin(), nothing, about)
    const arrived = await line.ask(begun.address, about.signal)
    if ('offset' in arrived) return goOn(begun, arrived, about)
    if (isBarred(arrived.status)) return sendUnasked(begun, about)
    // Only the answer to sending says in a sentence what is refused; where nobody can be asked now, the last one stands.
    return isRetried(arrived.status) ? { ...arrived, body: said } : goOn(begun, nothing, about)
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
