import { limits } from '#domain/limits.ts'

/** The answer to one attempt. `retryAfter` is the raw header. */
export type Answer = { status: number; body: unknown; retryAfter: string | null }

export type SendAbout = {
  signal: AbortSignal
  /** An attempt without progress for this long counts as a network failure, in milliseconds; default `limits.upload.stallMs`. */
  patienceMs?: number | undefined
  /** Called with the share of these bytes that was sent, from 0 to 1. */
  onProgress: (share: number) => unknown
  method?: 'POST' | 'PATCH' | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** One attempt to send a file, or the rest of it. Rejects with `NetworkFailure` when no answer came. */
export type Send = (url: string, file: Blob, about: SendAbout) => Promise<Answer>

/** No answer came: the connection broke, or nothing moved for too long. */
export class NetworkFailure extends Error {}

/** Sends a file's raw bytes. It uses XMLHttpRequest because fetch reports no upload progress. */
export const sendFile: Send = (url, file, { signal, patienceMs = limits.upload.stallMs, onProgress, method = 'POST', headers = {} }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const stalled = stallTimer(() => request.abort(), patienceMs)
    request.open(method, url)
    request.responseType = 'json'
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      stalled.restart()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => resolve({ status: request.status, body: request.response, retryAfter: request.getResponseHeader('Retry-After') })
    request.onerror = () => reject(new NetworkFailure('No answer came.'))
    request.onabort = () => reject(signal.aborted ? signal.reason : new NetworkFailure('Nothing moved for too long.'))
    request.onloadend = stalled.stop
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })

function stallTimer(giveUp: () => void, patienceMs: number) {
  let timer = setTimeout(giveUp, patienceMs)
  return {
    restart: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, patienceMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** What the server has of an upload: the number of bytes, or all of it. */
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
