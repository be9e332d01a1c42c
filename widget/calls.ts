import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { WidgetAttachment, WidgetConfig, widgetContract } from '#contract/widget.ts'
import { alone } from './device.ts'
import { type Identity, visitor } from './identity.ts'
import { Refusal, timeoutMs } from './refusal.ts'

type Inputs = InferContractRouterInputs<typeof widgetContract>
type Outputs = InferContractRouterOutputs<typeof widgetContract>

export type Calls = ReturnType<typeof openCalls>

/** The calls of one buyer (docs/widget.md). Each asks for the token anew, and once more if it was not accepted. */
export function openCalls(base: string, identity: Identity, who: string, closing: AbortSignal) {
  /** Runs with the buyer's token; throws a `Refusal` for any answer but a good one. */
  async function withToken<Answer>(run: (headers: Record<string, string>) => Promise<Answer>, again = true): Promise<Answer> {
    const token = await identity.tokenOf(who)
    try {
      return await run(token === null ? {} : { Authorization: `Bearer ${token}` })
    } catch (error) {
      closing.throwIfAborted()
      const refusal = Refusal.noAnswer(error)
      if (refusal.status !== 401 || token === null) throw refusal
      identity.reject(token)
      if (again) return withToken(run, false)
      throw refusal
    }
  }

  const post = (path: string, init: RequestInit) => withToken(async (headers) => assertOk(await send(base + path, init, headers)))

  async function call<Name extends keyof Outputs & string>(name: Name, input: Inputs[Name] | object = {}): Promise<Outputs[Name]> {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)])
    const answer = await post(`/api/widget/${name}`, {
      body: JSON.stringify(input),
      headers: { 'Content-Type': 'application/json' },
      signal,
    })
    return answer.json()
  }

  let starting: Promise<void> | null = null
  const startNow = async () => {
    if ((await identity.tokenOf(who)) === null) identity.keepVisitor((await call('start')).token)
  }

  return {
    call,
    /** Opens a stream or a poll of live events. */
    live: (path: string, signal: AbortSignal) => post(`/api/widget/${path}`, { signal: AbortSignal.any([closing, signal]) }),
    /** Uploads a file; `onProgress` gets the share that was sent, from 0 to 1. */
    upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<WidgetAttachment> =>
      withToken((headers) =>
        upload(`${base}/api/widget/files?name=${encodeURIComponent(file.name)}`, file, { headers, onProgress, signal }),
      ),
    /** Whether the buyer has a token; a visitor gets one with their first message. */
    hasToken: async () => (await identity.tokenOf(who)) !== null,
    /** Makes sure that there is a token. Files, messages and tabs that start at once share one visitor. */
    async start(): Promise<void> {
      if (who !== visitor) return
      starting ??= alone('start', closing, startNow).finally(() => {
        starting = null
      })
      await starting
    },
    /** An address of an answer as this page can load it. */
    address: (url: string) => new URL(url, base).href,
  }
}

const send = (url: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(url, { ...init, method: 'POST', headers: { ...init.headers, ...headers }, credentials: 'omit', cache: 'no-store' })

async function assertOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  throw Refusal.of(answer.status, await answer.json().catch(() => null), answer.headers.get('Retry-After'))
}

type Upload = { headers: Record<string, string>; onProgress: (share: number) => void; signal: AbortSignal }

/** By XMLHttpRequest, as fetch reports no progress. */
const upload = (url: string, file: File, { headers, onProgress, signal }: Upload) =>
  new Promise<WidgetAttachment>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries({ ...headers, 'Content-Type': 'application/octet-stream' }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / Math.max(1, total))
    request.onload = () =>
      request.status === 200
        ? resolve(request.response)
        : reject(Refusal.of(request.status, request.response, request.getResponseHeader('Retry-After')))
    request.onerror = () => reject(Refusal.noAnswer(null))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })

/** For this long (ms) the pages of a visit share one answer. */
const keptMs = 5 * 60_000
const configKey = 'backstall-chat-config'

/** What the widget shows before it knows the buyer. Throws a `Refusal`, or what kept an answer from coming. */
export async function loadConfig(base: string): Promise<WidgetConfig> {
  const kept = readConfig()
  if (kept) return kept
  const body = await (await assertOk(await send(`${base}/api/widget/config`))).json()
  const config: WidgetConfig = { ...body, logo: body.logo && { ...body.logo, url: new URL(body.logo.url, base).href } }
  writeConfig(config)
  return config
}

function readConfig(): WidgetConfig | null {
  try {
    const { at, config } = JSON.parse(sessionStorage.getItem(configKey) ?? '')
    return Date.now() - at < keptMs ? config : null
  } catch {
    return null
  }
}

function writeConfig(config: WidgetConfig): void {
  try {
    sessionStorage.setItem(configKey, JSON.stringify({ at: Date.now(), config }))
  } catch {
    // Storage is blocked or full: the next page asks again.
  }
}
