import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Path, paths, routes, screenOf } from '#domain/routes.ts'

/** The source files of a page's screen, as the build names them. */
export const screenFiles = (path: Path): string[] => {
  const screen = screenOf(path)
  return screen ? [...(routes[path].isBare ? [] : ['app/layout/Layout.tsx']), screen.file] : []
}

const asLink = (file: string) =>
  file.endsWith('.css') ? `<link rel="stylesheet" crossorigin href="/${file}">` : `<link rel="modulepreload" crossorigin href="/${file}">`

/**
 * For each page the link elements of its files, so that the browser requests all of them at once instead of discovering them one by one.
 * Empty if the build has no manifest; the browser then discovers them.
 */
export function screenLinks(folder: string, html: string): ReadonlyMap<Path | null, string> {
  const manifest = readManifest(folder)
  const linksOf = (path: Path) => filesOf(manifest, screenFiles(path)).filter((name) => !html.includes(`/${name}"`))
  return new Map(paths.map((path) => [path, linksOf(path).map(asLink).join('')]))
}

/** An entry of the manifest that Vite writes next to the built pages. */
type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

/** Reads the manifest of the built pages; empty if there is none. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, '.vite/manifest.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * The scripts and styles of these chunks: static imports before the chunk itself, in the order styles need. A chunk that is not in the
 * build has no files.
 */
export function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const files = new Set<string>()
  const visited = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || visited.has(key)) return
    visited.add(key)
    chunk.imports?.forEach(visit)
    for (const file of [...(chunk.css ?? []), chunk.file]) files.add(file)
  }
  keys.forEach(visit)
  return [...files]
}
