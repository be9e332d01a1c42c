import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonIn } from '#domain/json.ts'
import { linesOf, readFrom, type Summed, sumOf, sumsFile } from '#server/backups/sums.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { StartError } from '#server/platform/start-error.ts'

/** Grows when an older version could not restore a backup. */
export const format = 1
export const manifestFile = 'backup.json'

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** The sum of a hash of each row, whatever their order. */
  checksum: z.string(),
})
export type Table = z.infer<typeof Table>

/** What a backup says about itself. It is written last: a folder without it is no whole backup. */
export const Manifest = z.object({
  format: z.int(),
  /** The version of Backstall that made it. */
  version: z.string(),
  /** When the installation was first started: a restored one keeps that. */
  installation: z.string(),
  /** The moment whose state it holds, ISO 8601. */
  at: z.iso.datetime(),
  /** When each migration of its database was generated, in milliseconds. */
  migrations: z.array(z.int()),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The bucket that holds the files; null if they are in the backup. */
  bucket: z.string().nullable(),
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** How many files the store had lost or damaged before; `lost.txt` names them. */
  lost: z.int().min(0),
  /** Identifies the session secret, as the database does (`assertSecret`). */
  secret: z.string(),
  /** The SHA-256 of the list of sums. */
  sums: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** Reads what a backup says about itself. Throws `StartError` for a folder that is no whole backup, or one of a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw new StartError(`${folder} cannot be read: ${codeOf(error)}.`)
    if (!existsSync(folder)) throw new StartError(`There is no folder ${folder}.`)
    throw new StartError(`${folder} is not a whole backup: it has no ${manifestFile}. It broke off, or was copied in part.`)
  })
  const about = jsonIn(text)
  if (about && Number((about as { format?: unknown }).format) > format)
    throw new StartError(`The backup in ${folder} was made by a newer version of Backstall. Use that version or a later one.`)
  const { success, data } = Manifest.safeParse(about)
  if (!success) throw new StartError(`The backup in ${folder} is damaged: ${manifestFile} cannot be read.`)
  return data
}

/** The files that the store had lost or damaged before the backup, a path in each line. */
export const lostFile = 'lost.txt'
export const lostOf = async (folder: string): Promise<string[]> => (await readFile(join(folder, lostFile), 'utf8')).split('\n').slice(0, -1)

/** Tells when the backup was last verified. It is written afterwards, so no sum covers it. */
export const verifiedFile = 'verified.json'
const Verified = z.object({ at: z.iso.datetime(), ok: z.boolean() })
export type Verified = z.infer<typeof Verified>

/** The newest of these backups that was verified, with when and with what result. */
export async function verifiedIn(backups: readonly { folder: string }[]): Promise<(Verified & { folder: string }) | null> {
  for (const { folder } of backups) {
    const text = await readFile(join(folder, verifiedFile), 'utf8').catch(() => '')
    const verified = Verified.nullable().catch(null).parse(jsonIn(text))
    if (verified) return { ...verified, folder }
  }
  return null
}

/**
 * Reads every file of a backup and yields their paths, lengths and sums, some at a time. Throws `StartError` with the name of the first one
 * that is missing or has another content.
 */
export async function* checkedFiles(folder: string, { sums }: Pick<Manifest, 'sums'>): AsyncGenerator<Summed[]> {
  const damaged = (path: string, how: string) => new StartError(`The backup in ${folder} is damaged: ${path} ${how}.`)
  const read = (path: string) =>
    sumOf(readFrom(join(folder, path))).catch((error: unknown) => {
      throw damaged(path, codeOf(error) === 'ENOENT' ? 'is missing' : `cannot be read (${codeOf(error)})`)
    })
  if ((await read(sumsFile)).sha256 !== sums) throw damaged(sumsFile, 'has another content than when it was made')
  for await (const lines of linesOf(join(folder, sumsFile)))
    yield await inParallel(lines, async (line) => {
      const [expected = '', path = ''] = [line.slice(0, 64), line.slice(66)]
      const sum = await read(path)
      if (sum.sha256 !== expected) throw damaged(path, 'has another content than when it was made')
      return { path, ...sum }
    })
}

const nameShape = /^backstall-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** The name of the folder of a backup. */
export const nameAt = (at: string): string => `backstall-${at.slice(0, 19).replaceAll(':', '-')}Z`

/** The whole backups of an installation in a folder, the newest first. */
export async function backupsIn(folder: string, installation: string): Promise<(Manifest & { folder: string })[]> {
  const names = await readdir(folder).catch(() => [])
  const found: (Manifest & { folder: string })[] = []
  for (const name of names
    .filter((each) => nameShape.test(each))
    .sort()
    .reverse()) {
    const at = join(folder, name)
    const manifest = await readManifest(at).catch(() => null)
    if (manifest?.installation === installation) found.push({ ...manifest, folder: at })
  }
  return found
}

/** The end of the names of folders that are being made or removed. */
export const partialOf = (installation: string): string => `.partial-${Buffer.from(installation).toString('base64url')}`

/** Removes what broke off in making or removing a backup. Call it only while no other backup is being made. */
export async function removePartials(folder: string, installation: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((each) => each.endsWith(partialOf(installation))))
    await rm(join(folder, name), { recursive: true, force: true })
}

/** Removes all but the newest `keep` backups of an installation; a half removed one has lost its name first. */
export async function removeOld(folder: string, installation: string, keep: number): Promise<void> {
  for (const old of (await backupsIn(folder, installation)).slice(keep)) {
    const partial = `${old.folder}${partialOf(installation)}`
    await rename(old.folder, partial)
    await rm(partial, { recursive: true, force: true })
  }
}
