import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesOf, readManifest } from '#server/app/http/screen-files.ts'

/** The scripts and styles that a built browser part loads for these chunks. Throws if it lacks one of them. */
export function filesFor(folder: string, chunks: readonly string[]): string[] {
  const manifest = readManifest(folder)
  const missing = chunks.filter((key) => !manifest[key])
  if (missing.length > 0) throw new Error(`The build has no chunk ${missing.join(', ')}; known: ${Object.keys(manifest).join(', ')}`)
  return filesOf(manifest, chunks)
}

/** Bytes of these files as gzip at its usual level (6), which is what a plain server sends. */
export const gzipBytes = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
