import { access, constants, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Collection, collections, furtherFiles } from '#domain/transfer.ts'
import { StartError } from '#server/platform/start-error.ts'

/** The files of an export in a folder; null for what it lacks. */
export type Folder = {
  collections: Record<Collection, string | null>
  accounts: string | null
  hashes: string | null
  /** The folder of stored files. */
  files: string | null
  /** What a Backstall says of the stored files that it exported. */
  fileList: string | null
  /** The folder of lists of files that a command did not send. */
  leftOut: string | null
}

/** Where the archive of a command lists the files that it did not send, and why. */
export const leftOutFolder = '.left-out'

/** Finds the files of an export. Throws `StartError` if there are none, or if one is a link, of another kind, or cannot be read. */
export async function openFolder(folder: string): Promise<Folder> {
  const found = await Promise.all(collections.map(async (collection) => [collection, await fileOf(folder, collection)] as const))
  const { accounts: accountsFile, hashes: hashesFile, fileList: listFile, files: filesFolder } = furtherFiles
  const [accounts, hashes, fileList] = await Promise.all([accountsFile, hashesFile, listFile].map((name) => existing(join(folder, name))))
  const [files, leftOut] = await Promise.all([filesFolder, leftOutFolder].map((name) => existing(join(folder, name), 'folder')))
  if (!accounts && found.every(([, file]) => file === null))
    throw new StartError(
      `There is no export in ${folder}: neither ${collections.map((name) => `${name}.jsonl`).join(', ')} nor one of them as .json.`,
    )
  return {
    collections: Object.fromEntries(found) as Folder['collections'],
    accounts: accounts ?? null,
    hashes: hashes ?? null,
    files: files ?? null,
    fileList: fileList ?? null,
    leftOut: leftOut ?? null,
  }
}

async function fileOf(folder: string, collection: Collection): Promise<string | null> {
  const [lines, values] = await Promise.all(['jsonl', 'json'].map((ending) => existing(join(folder, `${collection}.${ending}`))))
  if (lines && values) throw new StartError(`${folder} has both ${collection}.jsonl and ${collection}.json. Remove one of them.`)
  return lines ?? values ?? null
}

async function existing(path: string, kind: 'file' | 'folder' = 'file'): Promise<string | null> {
  const about = await lstat(path).catch(() => null)
  if (about?.isSymbolicLink()) throw new StartError(`${path} is a link. Links are not followed: copy the file to its place.`)
  if (about && !(kind === 'file' ? about.isFile() : about.isDirectory())) throw new StartError(`${path} is not a ${kind}.`)
  if (about) await access(path, constants.R_OK).catch(() => refuseUnreadable(path))
  return about ? path : null
}

export function refuseUnreadable(path: string): never {
  throw new StartError(`${path} cannot be read. Check its permissions.`)
}
