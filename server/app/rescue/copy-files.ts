import { buffer } from 'node:stream/consumers'
import { StorageError } from '#domain/storage-error.ts'
import type { RescueApp } from '#server/app/rescue/commands.ts'
import { type Named, namedFiles } from '#server/backups/named-files.ts'
import { ConfigError, isStorageAddress, storageTarget } from '#server/platform/config.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { aboutOf, fileOrNull, type Storage } from '#server/platform/files/storage.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { StartError } from '#server/platform/start-error.ts'

type Outcome = 'copied' | 'kept' | Lost
/** `missing`: the configured store does not have the file. `damaged`: it has the file, but with other content than was stored. */
type Lost = 'missing' | 'damaged'

/**
 * Copies every stored file from the configured store to the one at `address`, which has the form of `STORAGE_URL`. Nothing is removed. Files
 * that are there already are kept, so a broken run continues where it stopped, and a second run copies what came in meanwhile. Throws
 * `StartError` with the files that the configured store does not have, or has damaged, after all others are copied.
 */
export async function copyFiles({ config, sql }: RescueApp, address: string): Promise<string> {
  const target = targetAt(address, config.dataDir)
  if (JSON.stringify(target) === JSON.stringify(config.storage)) throw new StartError('Backstall uses this store already.')
  const [from, to] = await Promise.all([openStorage(config.storage), openStorage(target)])
  const count = { copied: 0, kept: 0 }
  const lost: Record<Lost, string[]> = { missing: [], damaged: [] }
  const add = (outcome: Outcome, path: string) => {
    if (outcome === 'copied' || outcome === 'kept') count[outcome] += 1
    else lost[outcome].push(path)
  }
  for await (const files of namedFiles((text, values) => sql.unsafe(text, values)))
    await inParallel(files, async (file) => add(await copyFile(from, to, file), file.path))
  const sum = `Copied: ${count.copied}. Already there: ${count.kept}.`
  const losses = [said('Missing', lost.missing), said('Damaged', lost.damaged)].filter(Boolean)
  if (losses.length > 0) throw new StartError([sum, ...losses].join('\n'))
  if (count.copied > 0) return `${sum}\nNow stop Backstall and run this command once more.`
  return `${sum}\nNothing is left to copy. If Backstall was stopped before, set STORAGE_URL to the new store and start.`
}

const said = (how: string, paths: readonly string[]) =>
  paths.length > 0 && `${how} in the present store: ${paths.length}, such as\n${paths.slice(0, 10).join('\n')}`

function targetAt(address: string, dataDir: string) {
  if (!isStorageAddress(address)) throw new ConfigError('The new store is file:<folder> or s3://<bucket>?endpoint=…&region=…')
  return storageTarget(address, dataDir)
}

async function copyFile(from: Storage, to: Storage, { path, contentType, bytes, sha256 }: Named): Promise<Outcome> {
  const there = await lengthIn(to, path)
  if (there !== null && there === bytes) return 'kept'
  const found = await fileOrNull(from, path)
  // Before anything is removed: the target may have the only copy.
  if (!found) return 'missing'
  if (there === found.bytes) {
    found.stream.destroy()
    return 'kept'
  }
  if (there !== null) await to.remove(path)
  if (bytes !== null && sha256 !== null) {
    const isDamaged = await to.put(path, found.stream, { contentType, bytes, sha256 }).then(() => false, unlessDamaged)
    if (isDamaged) return 'damaged'
  } else {
    const content = await buffer(found.stream)
    await to.put(path, content, aboutOf(content, contentType))
  }
  return 'copied'
}

/** The length of a stored file; null if there is none. */
async function lengthIn(storage: Storage, path: string): Promise<number | null> {
  const found = await fileOrNull(storage, path)
  found?.stream.destroy()
  return found?.bytes ?? null
}

function unlessDamaged(error: unknown): true {
  if (error instanceof StorageError && error.reason === 'invalid-checksum') return true
  throw error
}
