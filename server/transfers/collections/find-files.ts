import { opendir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ChatFilePath } from '#domain/chat.ts'
import { AvatarPath, ImagePath, LogoPath } from '#domain/image.ts'
import { avatarOwner, logoOwner, storedPaths } from '#server/images/image-paths.ts'
import { isPath } from '#server/platform/files/storage.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { Folder } from '#server/transfers/folder.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'
import { readRecords } from '#server/transfers/read-records.ts'

const { bytesMax } = limits.image

/** A file of the export under its path in the store, with its owner; or why it cannot be one. */
export type Found = { path: string; owner: string; place: string; size: number } | { path: string; problem: Problem }

/** As names on a disk are; the database accepts no others. */
const AnyPath = z.string().refine((path) => path.isWellFormed() && !path.includes('\0'))
const LeftOut = z.object({ path: AnyPath, problem: z.object({ code: z.string(), field: z.null(), message: z.string() }) })

/** The files of an export, and those that a command did not send. */
export async function* filesOf({ files, leftOut }: Pick<Folder, 'files' | 'leftOut'>): AsyncGenerator<Found> {
  if (files) yield* filesIn(files)
  for (const name of leftOut ? await readdir(leftOut) : [])
    for await (const read of readRecords(join(leftOut ?? '', name)))
      for (const one of read) {
        const { data } = LeftOut.safeParse('value' in one ? one.value : null)
        if (data) yield data
      }
}

/** The files of a folder and its folders. What cannot be imported comes with its problem. */
export async function* filesIn(folder: string, path = '', depth = 0): AsyncGenerator<Found> {
  const entries = await opendir(join(folder, path)).catch(() => null)
  if (!entries) return yield { path, problem: problem('file-unreadable') }
  for await (const entry of entries) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    const owner = ownerOf(inner)
    if (entry.isDirectory()) {
      if (depth < limits.transfer.foldersMax) yield* filesIn(folder, inner, depth + 1)
      else yield { path: inner, problem: problem('file-name') }
    } else if (!entry.isFile()) yield { path: inner, problem: problem('file-link') }
    else if (owner === null || Buffer.byteLength(entry.name) > limits.transfer.nameBytesMax)
      yield { path: inner, problem: problem('file-name') }
    else {
      const size = (await stat(join(folder, inner)).catch(() => null))?.size
      if (size === undefined) yield { path: inner, problem: problem('file-unreadable') }
      else if (size > bytesMax) yield { path: inner, problem: problem('file-too-large', null, { max: bytesMax }) }
      else yield { path: inner, owner, place: join(folder, inner), size }
    }
  }
}

/** The owner of a file in the table `files`, by its path; null for a path that none of ours has. */
function ownerOf(path: string): string | null {
  const [, id = ''] = path.split('/')
  // Some folders that a record may name, such as `.x`, are none in the store.
  if (!storedPaths(path).every(isPath)) return null
  if (ImagePath.safeParse(path).success || ChatFilePath.safeParse(path).success) return id
  if (AvatarPath.safeParse(path).success) return avatarOwner({ id })
  return LogoPath.safeParse(path).success ? logoOwner : null
}
