import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Job, Load } from './load-worker.ts'

/** The load generator, in a thread of its own; both servers are driven by the same one. */
export function openLoad(): { run: (job: Job) => Promise<Load>; close: () => Promise<void> } {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url))
  return {
    run: async (job) => {
      worker.postMessage(job)
      const [load]: [Load | { error: string }] = (await once(worker, 'message')) as [Load | { error: string }]
      if ('error' in load) throw new Error(`The load generator failed: ${load.error}`)
      if (load.failures > 0) throw new Error(`${load.failures} requests were refused; the first: ${load.firstFailure}`)
      return load
    },
    close: async () => {
      await worker.terminate()
    },
  }
}

/** A whole request as it goes over the line. */
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
