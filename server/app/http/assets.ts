import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AppError } from '#domain/errors.ts'

/** Only files of these types are served. */
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** The build leaves its manifest, which names the sources, in a hidden folder. No browser needs hidden files. */
const isHidden = (path: string) => path.includes('/.')

/** `read` throws `not-found` if the file was removed since the start, for example by an update of the running server. */
export type Asset = { read: () => Promise<Buffer>; headers: Record<string, string> }

/** True if the client accepts this encoding. A weight of 0 means that it does not. */
const takes = (accepted: string, encoding: string) =>
  new RegExp(`(^|[\\s,])${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))|,|$)`).test(accepted)

/** The chat widget, which pages of storefronts load: any origin may, and an update reaches them soon. */
const widget = '/widget.js'
const forStorefronts = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' }

/** `Cache-Control` of a built file. The service worker and its page have to match the current build, so they are revalidated each time. */
function freshness(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  if (path === widget) return 'public, max-age=300'
  return path === '/sw.js' || path === '/offline.html' ? 'no-cache' : 'public, max-age=3600'
}

function gone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new AppError('not-found') : error
}

/**
 * The built files of the browser, as they are at the start: path → how to answer it, precompressed where the build has done so. A file with
 * a hash in its name never changes and is cached for a year.
 */
export function openAssets(folder: string): (path: string, accepted: string) => Asset | null {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
  const files = new Set(paths.filter((path) => !isHidden(path)))
  return (path, accepted) => {
    const type = types[extname(path)]
    if (!files.has(path) || !type || path === '/index.html') return null
    const packed = encodings.find(([encoding, ending]) => files.has(path + ending) && takes(accepted, encoding))
    return {
      read: () => readFile(join(folder, path + (packed?.[1] ?? ''))).catch(gone),
      headers: {
        'Content-Type': type,
        'Cache-Control': freshness(path),
        Vary: 'Accept-Encoding',
        ...(packed && { 'Content-Encoding': packed[0] }),
        ...(path === widget && forStorefronts),
      },
    }
  }
}
