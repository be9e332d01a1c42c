import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One line of the manifest that Vite writes beside the build. */
type Chunk = { file: string; src?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

/** Reads the manifest of a built browser part. */
export const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))

/** The scripts and styles that are loaded for these chunks: themselves and all they import without being asked. */
export function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no chunk ${key}; known: ${Object.keys(manifest).join(', ')}`)
    if (seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return [...files].sort()
}

/** Bytes of these files as gzip at its usual level (6), which is what a plain server sends. */
export const gzipBytes = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
