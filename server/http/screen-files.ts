import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screens } from '#server/http/screens.ts'

/** One line of the manifest that Vite writes beside the build. */
type Chunk = { file: string; imports?: string[]; css?: string[] }

/** Scripts and styles of these chunks, what they import before themselves, as styles have to stand. */
function filesOf(manifest: Record<string, Chunk>, keys: readonly string[]): string[] {
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

const asLink = (file: string) =>
  file.endsWith('.css') ? `<link rel="stylesheet" crossorigin href="/${file}">` : `<link rel="modulepreload" crossorigin href="/${file}">`

/**
 * For each page the lines that name its files in its head, so that the browser asks for all of them at once instead of finding out bit by
 * bit. A build without manifest has none, and its pages find out for themselves.
 */
export function screenLinks(folder: string, html: string): ReadonlyMap<string, string> {
  const file = join(folder, '.vite/manifest.json')
  const manifest: Record<string, Chunk> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const linksOf = (keys: readonly string[]) => filesOf(manifest, keys).filter((name) => !html.includes(`/${name}"`))
  return new Map(Object.entries(screens).map(([pattern, keys]) => [pattern, linksOf(keys).map(asLink).join('')]))
}
