import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { answerJobs, openSocket } from './worker.ts'

/** `open` keeps one stream open per request; with `withinMs` all are opened, evenly spread, in that time. `publish` sends a request and waits until every stream has received the mark, `close` ends them all. */
export type StreamJob =
  | { do: 'open'; port: number; requests: Uint8Array[]; until: string; withinMs?: number }
  | { do: 'publish'; port: number; request: Uint8Array; mark: string }
  | { do: 'close'; port: number }
/** Milliseconds until the last stream was open, or had received the mark. */
export type StreamAnswer = { ms: number }

const patienceMs = 30_000
/** This many are opened at a time, because the backlog of a listening socket is limited. */
const atOnce = 100
const streams = new Map<number, Set<Socket>>()

/** Resolves with the time when each socket has received the mark; joins frames that arrive in two parts. */
function allReceive(sockets: Iterable<Socket>, mark: string): Promise<number> {
  return new Promise((done, failed) => {
    let left = 0
    const patience = setTimeout(() => failed(new Error(`${left} streams received nothing.`)), patienceMs)
    for (const socket of sockets) {
      left += 1
      let received = ''
      socket.on('data', function listen(part: Buffer) {
        received += part.toString('latin1')
        if (!received.includes(mark)) return
        socket.off('data', listen)
        left -= 1
        if (left > 0) return
        clearTimeout(patience)
        done(performance.now())
      })
    }
  })
}

async function open(port: number, requests: Uint8Array[], until: string): Promise<void> {
  const own = streams.get(port) ?? new Set()
  streams.set(port, own)
  for (let from = 0; from < requests.length; from += atOnce) {
    const asked = requests.slice(from, from + atOnce)
    const sockets = await Promise.all(asked.map(() => openSocket(port)))
    const greeted = allReceive(sockets, until)
    for (const [at, socket] of sockets.entries()) {
      // Must be read, or the connection's buffer fills up.
      socket.on('data', () => {})
      socket.write(asked[at] ?? '')
      own.add(socket)
    }
    await greeted
  }
}

/** Opens a stream, again if it is refused or cut off, as browsers do. Resolves when it has received the mark. */
async function openUntil(port: number, request: Uint8Array, mark: string): Promise<void> {
  const socket = await openSocket(port).catch(() => null)
  const isGreeted = socket && (await receives(socket, request, mark))
  if (!isGreeted) return openUntil(port, request, mark)
  streams.get(port)?.add(socket)
}

/** Sends a request; false if the answer is no stream, or ends before the mark. */
function receives(socket: Socket, request: Uint8Array, mark: string): Promise<boolean> {
  return new Promise((resolve) => {
    let received = ''
    socket.on('error', () => {}).once('close', () => resolve(false))
    socket.on('data', function listen(part: Buffer) {
      received += part.toString('latin1')
      if (received.includes(mark)) {
        socket.off('data', listen).on('data', () => {})
        resolve(true)
      } else if (received.length > 9 && received[9] !== '2') socket.destroy()
    })
    socket.write(request)
  })
}

async function openWithin(port: number, requests: Uint8Array[], mark: string, withinMs: number): Promise<void> {
  streams.set(port, new Set())
  const late = wait(patienceMs, null, { ref: false }).then(() => Promise.reject(new Error('Not all streams came back.')))
  const back = Promise.all(
    requests.map(async (request, at) => {
      await wait((at * withinMs) / requests.length)
      await openUntil(port, request, mark)
    }),
  )
  await Promise.race([back, late])
}

async function publish(port: number, request: Uint8Array, mark: string): Promise<number> {
  const published = allReceive(streams.get(port) ?? [], mark)
  const writer = await openSocket(port)
  const started = performance.now()
  writer.write(request)
  const [answer] = await Promise.all([new Promise<Buffer>((done) => writer.once('data', done)), published])
  writer.destroy()
  if (answer[9] !== 0x32) throw new Error(answer.toString())
  return (await published) - started
}

async function run(job: StreamJob): Promise<StreamAnswer> {
  const started = performance.now()
  if (job.do === 'publish') return { ms: await publish(job.port, job.request, job.mark) }
  if (job.do === 'open' && job.withinMs) await openWithin(job.port, job.requests, job.until, job.withinMs)
  else if (job.do === 'open') await open(job.port, job.requests, job.until)
  else for (const socket of streams.get(job.port) ?? []) socket.destroy()
  if (job.do === 'close') streams.delete(job.port)
  return { ms: performance.now() - started }
}

answerJobs(run)
