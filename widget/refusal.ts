import { texts } from './texts.ts'

/** What stood in the way of a call, as a sentence for people. `status` is 0 if no answer came. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  /** How long the server asks to wait, in milliseconds. */
  readonly waitMs: number

  constructor(message: string, code: string, status: number, waitMs = 0, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.waitMs = waitMs
  }

  static noAnswer(cause: unknown): Refusal {
    return cause instanceof Refusal ? cause : new Refusal(texts.noAnswer, 'unavailable', 0, 0, cause)
  }

  /** `body` is Backstall's, or anything if a proxy answered. */
  static of(status: number, body: unknown, retryAfter: string | null): Refusal {
    const { error, code } = (body ?? {}) as { error?: unknown; code?: unknown }
    const isOurs = typeof error === 'string' && typeof code === 'string'
    return new Refusal(isOurs ? error : texts.noAnswer, isOurs ? code : 'unavailable', status, 1000 * (Number(retryAfter) || 0))
  }

  /** Another attempt may help. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

/** The pause before another attempt, in milliseconds: exponential with jitter, and at least as long as the server asked. */
export const pauseAfter = (failures: number, waitMs = 0): number =>
  Math.max(waitMs, Math.min(15_000, 250 * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random() / 2))

/** Pauses, one at a time, which end early when the network is back, when the signal aborts, and by `wake`. */
export function alarm(signal: AbortSignal) {
  let ring = () => {}
  const wake = () => ring()
  addEventListener('online', wake, { signal })
  signal.addEventListener('abort', wake)
  const pause = (ms: number) =>
    new Promise<void>((resume) => {
      ring = resume
      setTimeout(resume, ms)
    })
  return { pause, wake }
}

/** An attempt without an answer is given up after this time, in milliseconds. */
export const timeoutMs = 20_000
