import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '#server/platform/database/outages.ts'
import { StartError } from '#server/platform/start-error.ts'
import type { Target } from '#server/transfers/export.ts'

/** A folder as the target of an export; it and its files are for their owner alone. Throws `StartError` if it is not empty, or cannot be made. */
export async function openExportFolder(folder: string): Promise<Target> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw new StartError(`${folder} cannot be used for an export: ${codeOf(error)}.`)
  })
  if (names.length > 0) throw new StartError(`${folder} is not empty. Choose a new folder.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => chmod(folder, 0o700))
    .catch((error: unknown) => {
      throw new StartError(`${folder} cannot be made: ${codeOf(error)}.`)
    })
  const write = async (name: string, content: Readable) => {
    const place = join(folder, name)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(place, { flags: 'wx', mode: 0o600 }))
  }
  return { text: (name, pieces) => write(name, Readable.from(pieces)), file: (path, { stream }) => write(path, stream) }
}
