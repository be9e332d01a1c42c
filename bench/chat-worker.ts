import type { Socket } from 'node:net'
import { answerJobs, openSocket } from './worker.ts'

/**
 * A room: the requests of its listeners, and those of the messages sent in it, one after the other. Each message contains its own mark,
 * `<m…>`. `until` is the text that ends the greeting of a stream.
 */
export type Room = { streams: Uint8Array[]; requests: Uint8Array[] }
export type ChatJob = { port: number; rooms: Room[]; until: string }
/** Milliseconds from sending each message until the last listener received it, and seconds until all received all. */
export type ChatAnswer = { latencies: number[]; seconds: number }

const patienceMs = 60_000
const marks = /<m\d+-\d+>/g
const longestMark = 32

/** Listens to a stream from its greeting on and reports every mark once. */
async function listen(port: number, request: Uint8Array, until: string, onMark: (mark: string) => void): Promise<Socket> {
  const socket = await openSocket(port)
  let rest = ''
  let last = ''
  await new Promise<void>((greeted) => {
    socket.on('data', (part: Buffer) => {
      const text = rest + part.toString('latin1')
      if (text.includes(until)) greeted()
      for (const [mark] of text.matchAll(marks)) {
        // The end of the previous chunk is read again, so the same mark may be found twice.
        if (mark !== last) onMark(mark)
        last = mark
      }
      rest = text.slice(-longestMark)
    })
    socket.write(request)
  })
  return socket
}

/** Sends all messages of a room, each as soon as the one before is answered. */
async function sendAll(port: number, requests: Uint8Array[], onSend: (at: number) => void): Promise<void> {
  const socket = await openSocket(port)
  for (const [at, request] of requests.entries()) {
    onSend(at)
    socket.write(request)
    const answer = await new Promise<Buffer>((done) => socket.once('data', done))
    if (answer[9] !== 0x32) throw new Error(answer.toString())
  }
  socket.destroy()
}

async function run({ port, rooms, until }: ChatJob): Promise<ChatAnswer> {
  const missing = new Map<string, { since: number; left: number }>()
  const latencies: number[] = []
  const total = rooms.reduce((sum, { requests }) => sum + requests.length, 0)
  const all = Promise.withResolvers<void>()
  const onMark = (mark: string) => {
    const one = missing.get(mark)
    if (!one) return
    one.left -= 1
    if (one.left > 0) return
    missing.delete(mark)
    latencies.push(performance.now() - one.since)
    if (latencies.length === total) all.resolve()
  }
  const streams = await Promise.all(rooms.flatMap((room) => room.streams.map((request) => listen(port, request, until, onMark))))
  const patience = setTimeout(() => all.reject(new Error(`${total - latencies.length} messages did not reach everybody.`)), patienceMs)
  const started = performance.now()
  const sending = rooms.map((room, n) =>
    sendAll(port, room.requests, (at) => missing.set(`<m${n}-${at}>`, { since: performance.now(), left: room.streams.length })),
  )
  await Promise.all([all.promise, ...sending])
  const seconds = (performance.now() - started) / 1000
  clearTimeout(patience)
  for (const stream of streams) stream.destroy()
  return { latencies, seconds }
}

answerJobs(run)
