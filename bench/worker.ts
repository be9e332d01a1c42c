import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** Opens a connection to a server on this machine. */
export const openSocket = (port: number): Promise<Socket> =>
  new Promise((done, failed) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => done(socket)).once('error', failed)
  })

/** Does each job that is sent to this thread (`openThread`), and answers it. */
export function answerJobs<Job>(run: (job: Job) => Promise<object>): void {
  parentPort?.on('message', async (job: Job) => {
    parentPort?.postMessage(await run(job).catch((error: unknown) => ({ error: String(error) })))
  })
}
