import { filesOf, readManifest } from '#server/app/http/manifest.ts'
import { screens } from '#server/app/http/screens.ts'

const asLink = (file: string) =>
  file.endsWith('.css') ? `<link rel="stylesheet" crossorigin href="/${file}">` : `<link rel="modulepreload" crossorigin href="/${file}">`

/**
 * For each page the lines that name its files in its head, so that the browser asks for all of them at once instead of finding out bit by
 * bit. A build without manifest has none, and its pages find out for themselves.
 */
export function screenLinks(folder: string, html: string): ReadonlyMap<string, string> {
  const manifest = readManifest(folder)
  const linksOf = (keys: readonly string[]) => filesOf(manifest, keys).filter((name) => !html.includes(`/${name}"`))
  return new Map(Object.entries(screens).map(([pattern, keys]) => [pattern, linksOf(keys).map(asLink).join('')]))
}
