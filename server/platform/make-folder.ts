import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder that only this account may use, with its parents; one that is there stays as it is. Node's own `recursive` never ends where a
 * file system answers that a parent is missing although it is there, as `/proc` does, and keeps a thread of this process busy.
 */
export async function makeFolder(folder: string, isParentMade = false): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || isParentMade || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder))
    await makeFolder(folder, true)
  }
}
