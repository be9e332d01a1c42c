import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import type { ImageType } from '#domain/image-types.ts'
import { limitConcurrency } from '#server/platform/concurrency-limit.ts'
import type { Picture } from '#server/platform/files/make-picture.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { packageRoot } from '#server/platform/package-root.ts'

export type Job = { id: number; file: string; type: ImageType; isOwn: boolean }
export type Outcome = { id: number } & ({ picture: Picture } | { code: ErrorCode })
type Waiting = { done: (picture: Picture) => void; failed: (error: Error) => void }

const isBuilt = !import.meta.url.endsWith('.ts')
const script = join(packageRoot, isBuilt ? 'dist/server/picture-process.js' : 'server/platform/files/picture-process.ts')

/**
 * Its whole environment: no secrets next to hostile pictures. Large blocks of memory are returned at once; glibc would keep them, half a
 * gigabyte after a few photographs.
 */
const memory = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }

let worker: ChildProcess | null = null
let resting: NodeJS.Timeout | undefined
let jobs = 0
const waiting = new Map<number, Waiting>()

class WorkerLost extends Error {}
const oneByOne = limitConcurrency(1)
const broken = (code: ErrorCode = 'image-broken') => new AppError(code, { field: 'images' })

/**
 * Makes a picture of an uploaded file in a separate process: a picture that crashes its reader affects nothing else, and its memory is
 * returned. The process starts with the first picture and ends after a while without one. Throws as `makePicture` does.
 */
export async function pictureOf(file: string, type: ImageType, isOwn = false): Promise<Picture> {
  try {
    return await work(file, type, isOwn)
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error
  }
  // It is unknown which picture crashed the process, so each is retried once, one after the other.
  return oneByOne(() => work(file, type, isOwn)).catch((error) => {
    throw error instanceof WorkerLost ? broken() : error
  })
}

function work(file: string, type: ImageType, isOwn: boolean): Promise<Picture> {
  const id = ++jobs
  clearTimeout(resting)
  worker ??= startWorker()
  worker.ref()
  worker.channel?.ref()
  const job: Job = { id, file, type, isOwn }
  const { promise, resolve, reject } = Promise.withResolvers<Picture>()
  waiting.set(id, { done: resolve, failed: reject })
  worker.send(job)
  return promise
}

function startWorker(): ChildProcess {
  const started = fork(script, { env: memory, execArgv: [], serialization: 'advanced' })
  started.on('message', (outcome: Outcome) => {
    const asked = waiting.get(outcome.id)
    waiting.delete(outcome.id)
    if ('picture' in outcome) asked?.done(outcome.picture)
    else asked?.failed(broken(outcome.code))
    if (waiting.size === 0) rest(started)
  })
  started.on('exit', () => lose(started))
  started.on('error', () => lose(started))
  return started
}

function lose(lost: ChildProcess): void {
  if (worker !== lost) return
  worker = null
  const left = [...waiting.values()]
  waiting.clear()
  for (const { failed } of left) failed(new WorkerLost())
}

/** The idle process neither keeps the server from ending nor uses memory for long. */
function rest(idle: ChildProcess): void {
  idle.unref()
  idle.channel?.unref()
  resting = setTimeout(() => {
    worker = null
    idle.disconnect()
  }, limits.image.restMs).unref()
}
