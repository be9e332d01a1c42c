import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { answerJobs, openSocket } from './worker.ts'

/** One request as bytes, which asks to close its connection; `tailMs`: how long the server is watched after its answer. */
export type Job = { port: number; request: Uint8Array; tailMs: number }
/** The longest wait (ms) for a cheap answer while the request was processed, and while idle; and the answer to the request. */
export type Lag = { worst: number; before: number; seconds: number; answer: string }

const restMs = 1
const beforeMs = 100
const patienceMs = 60_000

/** Asks for `/healthz` repeatedly on one connection; returns a function that returns the longest wait since its last call. */
function watch(socket: Socket): () => number {
  let worst = 0
  let sentAt = 0
  const ask = () => {
    sentAt = performance.now()
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  }
  socket.on('data', () => {
    worst = Math.max(worst, performance.now() - sentAt)
    setTimeout(ask, restMs)
  })
  ask()
  return () => {
    const longest = Math.max(worst, performance.now() - sentAt)
    worst = 0
    return longest
  }
}

/** Sends it on a separate connection and reads until that is closed; returns how the answer begins. */
async function send({ port, request }: Job): Promise<string> {
  const socket = await openSocket(port)
  let head = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('data', (part) => {
    if (head.length < 400) head += part.toString('latin1')
  })
  socket.on('error', () => resolve()).on('close', () => resolve())
  socket.write(request)
  await Promise.race([promise, wait(patienceMs, undefined, { ref: false })])
  socket.destroy()
  return head.slice(0, 400)
}

async function measure(job: Job): Promise<Lag> {
  const socket = await openSocket(job.port)
  const worstSince = watch(socket)
  await wait(beforeMs)
  const before = worstSince()
  const started = performance.now()
  const answer = await send(job)
  const seconds = (performance.now() - started) / 1000
  await wait(job.tailMs)
  const worst = worstSince()
  socket.destroy()
  return { worst, before, seconds, answer }
}

answerJobs(measure)
