import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** The folder of unfinished uploads; emptied by the sweep. */
export const arrivals = ({ config }: Pick<App, 'config'>): string => join(config.dataDir, 'uploads')

/** The name of an upload: its sender, its target, and the key the sender chose. */
export type PartName = { personId: string; target: string; key: string }

/** An unfinished upload, which continues at `offset`. `release` lets another request continue it. */
export type Part = { place: string; offset: number; release: () => void }

const ending = '.part'
export const isPart = (name: string): boolean => name.endsWith(ending)

const hashOf = (...words: string[]): string => createHash('sha256').update(words.join('\n')).digest('hex')
const ownPrefix = (personId: string): string => hashOf(personId).slice(0, 16)
/** The file of an unfinished upload. Its name contains the sender, so that under the same key a person finds only their own. */
export const placeOf = (app: Pick<App, 'config'>, { personId, target, key }: PartName): string =>
  join(arrivals(app), `${ownPrefix(personId)}-${hashOf(personId, target, key)}${ending}`)

const underWay = new Map<string, { end: () => void; over: Promise<void> }>()

/**
 * Reserves an upload for this request, which continues exactly where it broke off. Throws `upload-moved` for any other offset and while
 * another request still sends it: a browser automatically repeats a request whose connection was reset, and would start again from the
 * first byte.
 */
export async function takePart(app: Pick<App, 'config'>, name: PartName, offset: number, content: Readable): Promise<Part> {
  const place = placeOf(app, name)
  if (underWay.has(place)) throw new AppError('upload-moved')
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const end = () => content.destroy(new Error('The same upload goes on in another request.'))
  underWay.set(place, { end, over })
  const release = () => {
    underWay.delete(place)
    resolve()
  }
  try {
    if (offset !== (await bytesOf(place))) throw new AppError('upload-moved')
    if (offset === 0) await makeRoom(arrivals(app), name.personId)
    return { place, offset, release }
  } catch (error) {
    release()
    throw error
  }
}

/** How many bytes of an upload have arrived. A request that still sends it is ended first: its sender asks because it lost that request. */
export async function arrivedOf(app: Pick<App, 'config'>, name: PartName): Promise<number> {
  const place = placeOf(app, name)
  const other = underWay.get(place)
  other?.end()
  await other?.over
  return bytesOf(place)
}

const bytesOf = async (place: string): Promise<number> => (await stat(place).catch(() => null))?.size ?? 0

/** Removes the oldest unfinished uploads of a person beyond `limits.upload.partsMax`. */
async function makeRoom(folder: string, personId: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const mine = (await readdir(folder)).filter((name) => isPart(name) && name.startsWith(ownPrefix(personId)))
  const idle = mine.map((name) => join(folder, name)).filter((place) => !underWay.has(place))
  const aged = await Promise.all(idle.map(async (place) => ({ place, at: (await stat(place).catch(() => null))?.mtimeMs ?? 0 })))
  const surplus = aged.sort((a, b) => b.at - a.at).slice(limits.upload.partsMax - 1)
  for (const { place } of surplus) await rm(place, { force: true })
}
