import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A thread that does one job after the other and answers each, so that the measured work does not share an event loop with the measurement. */
export type Thread<Job, Answer> = AsyncDisposable & { run: (job: Job) => Promise<Answer> }

export function openThread<Job, Answer extends object>(script: string): Thread<Job, Answer> {
  const worker = new Worker(new URL(script, import.meta.url))
  return {
    run: async (job) => {
      worker.postMessage(job)
      const [answer] = (await once(worker, 'message')) as [Answer | { error: string }]
      if ('error' in answer) throw new Error(`The load generator failed: ${answer.error}`)
      return answer
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate()
    },
  }
}
