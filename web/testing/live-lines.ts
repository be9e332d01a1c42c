import { afterEach, beforeEach, vi } from 'vitest'
import { followLive, type LiveMessage } from '#web/platform/live/live-stream.ts'

type Line = { address: string; say: (event: string, data: object) => Promise<void>; cut: () => Promise<void>; aborted: boolean }
/** Null lets the request pass. */
type Refusal = ((address: string) => Response | Promise<Response> | null) | null

const bytes = new TextEncoder()
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A connection on which a test sends events, and which it can close. */
function openLine(address: string, { signal }: RequestInit): { line: Line; answer: Response } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const line: Line = {
    address,
    aborted: false,
    say: (event, data) => writer.write(bytes.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    cut: () => writer.close(),
  }
  signal?.addEventListener('abort', () => {
    line.aborted = true
    void writer.abort(new Error('aborted')).catch(() => {})
  })
  return { line, answer: new Response(readable) }
}

/**
 * A fake server of streams and polls that collects its connections and can refuse new ones, and a client with a virtual clock; fresh for
 * each test.
 */
export function listening() {
  const lines: Line[] = []
  const received: LiveMessage[] = []
  let refusal: Refusal = null
  let stream: { close: () => void }
  const last = () => lines.length - 1
  const line = (number = last()) => {
    const found = lines[number]
    if (!found) throw new Error(`There is no connection ${number}.`)
    return found
  }
  const listen = async (...from: [position: string | null, way?: 'poll']) => {
    stream = followLive((message) => received.push(message), ...from)
    await later(0)
  }
  async function greet(number = 0, position = 'e:5') {
    await line(number).say('hello', { position })
    await line(number).say('beat', { position })
    await later(0)
  }
  beforeEach(async () => {
    vi.useFakeTimers()
    for (const all of [lines, received]) all.length = 0
    refusal = null
    vi.stubGlobal('fetch', async (address: string, how: RequestInit) => {
      const refused = refusal?.(address)
      if (refused) return refused
      const opened = openLine(address, how)
      lines.push(opened.line)
      return opened.answer
    })
    await listen(null)
  })
  afterEach(() => {
    stream.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return {
    server: { lines, line, refuse: (by: Refusal) => (refusal = by) },
    received,
    later,
    greet,
    listen,
    close: () => stream.close(),
    addresses: () => lines.map(({ address }) => address),
    statuses: () => received.flatMap((message) => (message.kind === 'status' ? [message.status] : [])),
    kinds: () => received.flatMap(({ kind }) => (kind === 'status' ? [] : [kind])),
  }
}
