import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes files created, renamed or removed in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
