import type { Job, Load } from './load-worker.ts'
import { openThread, type Thread } from './thread.ts'

export type LoadGenerator = Thread<Job, Load>

/** The load generator, in a separate thread; the same one drives both servers. */
export function openLoad(): LoadGenerator {
  const thread = openThread<Job, Load>('./load-worker.ts')
  return {
    ...thread,
    run: async (job) => {
      const load = await thread.run(job)
      if (load.failures > 0) throw new Error(`${load.failures} requests were refused; the first: ${load.firstFailure}`)
      return load
    },
  }
}

/** A whole request as bytes. */
export function requestBytes(method: string, path: string, headers: Record<string, string>, body?: unknown): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: 'localhost',
    ...headers,
    ...(content ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) } : {}),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`)
}
