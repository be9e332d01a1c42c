import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of the manifest that Vite writes beside the build of the pages. */
type Chunk = { file: string; imports?: string[]; css?: string[] }
export type Manifest = Record<string, Chunk>

/** Reads the manifest of built pages; empty where there is none. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, '.vite/manifest.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * The scripts and styles that are loaded for these chunks: what they import without being asked before themselves, as styles have to stand.
 * A chunk that the build does not have has no files.
 */
export function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    chunk.imports?.forEach(visit)
    for (const file of [...(chunk.css ?? []), chunk.file]) files.add(file)
  }
  keys.forEach(visit)
  return [...files]
}
