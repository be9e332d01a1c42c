import type { Socket } from 'node:net'
import { answerJobs, openSocket } from './worker.ts'

/**
 * What the generator sends: requests as bytes, over this many connections, until all are sent or the time is over. A connection sends the
 * next one when it has the answer, with `everyMs` not before this time has passed since the last. With `keepOpen` the next such job uses the
 * same connections, as browsers and proxies do.
 */
export type Job = {
  port: number
  requests: Buffer[] | Uint8Array[]
  connections: number
  seconds: number | null
  everyMs?: number
  keepOpen?: boolean
}
/** Milliseconds of each answered request, how many were not 2xx, the first of those, and the total time. */
export type Load = { latencies: number[]; failures: number; firstFailure: string | null; seconds: number; bytes: number }

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** Length of the first whole answer in the buffer, or 0 while some of it is missing. */
function lengthOfAnswer(buffer: Buffer): number {
  const head = buffer.indexOf(headEnd)
  if (head < 0) return 0
  const text = buffer.toString('latin1', 0, head).toLowerCase()
  const length = /content-length: *(\d+)/.exec(text)
  const end = length ? head + 4 + Number(length[1]) : buffer.indexOf(lastChunk, head) + lastChunk.length
  return end >= lastChunk.length && buffer.length >= end ? end : 0
}

/** Connections that wait for the next job. */
let idle: Socket[] = []

async function run({ port, requests, connections, seconds, everyMs = 0, keepOpen = false }: Job): Promise<Load> {
  const load: Load = { latencies: [], failures: 0, firstFailure: null, seconds: 0, bytes: 0 }
  const sockets = keepOpen && idle.length > 0 ? idle : await Promise.all(Array.from({ length: connections }, () => openSocket(port)))
  let next = 0
  const started = performance.now()
  const deadline = seconds === null ? Number.POSITIVE_INFINITY : started + seconds * 1000
  // With a time limit the requests are repeated; without one each is sent once.
  const take = () => (seconds === null ? requests[next++] : performance.now() < deadline ? requests[next++ % requests.length] : undefined)
  await Promise.all(sockets.map((socket) => drive(socket, take, load, everyMs)))
  load.seconds = (performance.now() - started) / 1000
  if (keepOpen) idle = sockets
  else for (const socket of sockets) socket.destroy()
  return load
}

/** Sends one request after the other over one connection. */
function drive(socket: Socket, take: () => Uint8Array | undefined, load: Load, everyMs: number): Promise<void> {
  return new Promise((done, failed) => {
    let pending: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const send = () => {
      const request = take()
      if (!request) return end()
      sentAt = performance.now()
      socket.write(request)
    }
    const read = (part: Buffer) => {
      pending = pending.length === 0 ? part : Buffer.concat([pending, part])
      const length = lengthOfAnswer(pending)
      if (length === 0) return
      load.latencies.push(performance.now() - sentAt)
      load.bytes += length
      if (pending[9] !== 0x32) {
        load.failures += 1
        load.firstFailure ??= pending.subarray(0, length).toString()
      }
      pending = pending.subarray(length)
      const early = sentAt + everyMs - performance.now()
      if (early > 0) setTimeout(send, early)
      else send()
    }
    const end = () => {
      socket.off('data', read).off('close', end).off('error', failed)
      done()
    }
    socket.on('data', read).on('close', end).on('error', failed)
    send()
  })
}

answerJobs(run)
