import { limits } from '#domain/limits.ts'
import { NetworkFailure, type SendAbout } from '#web/platform/uploads/send-file.ts'

/** What the server has of an upload: so many bytes, or all of it. */
export type Arrived = { offset: number; isComplete: boolean }
type Refused = { status: number; retryAfter: string | null }

/** Asks how much of an upload has arrived. Rejects with `NetworkFailure` when no answer came, or with the signal's reason. */
export type AskArrived = (url: string, about: Pick<SendAbout, 'signal' | 'patienceMs'>) => Promise<Arrived | Refused>

export const askArrived: AskArrived = async (url, { signal, patienceMs = limits.upload.stallMs }) => {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  const answer = await fetch(url, { method: 'HEAD', signal: patience, cache: 'no-store', credentials: 'same-origin' }).catch(() => {
    signal.throwIfAborted()
    throw new NetworkFailure('No answer came.')
  })
  if (!answer.ok) return { status: answer.status, retryAfter: answer.headers.get('Retry-After') }
  return { offset: Number(answer.headers.get('Upload-Offset') ?? 0), isComplete: answer.headers.get('Upload-Complete') === '?1' }
}
