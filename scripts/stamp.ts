import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The sources of a built part, and the file that shows it was built. */
export const parts = {
  web: { from: ['domain', 'contract', 'web', 'widget', 'vite.config.ts'], made: 'dist/web/index.html' },
  server: { from: ['domain', 'contract', 'server', 'vite.server.config.ts'], made: 'dist/server/main.js' },
} as const
export type Part = keyof typeof parts

/** Parts of every build. */
export const always = [
  'package.json',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/precompress.ts',
  'scripts/build-worker.ts',
  'scripts/build-widget.ts',
]
const notBuilt = /(\.test\.tsx?|\.snap|\.md|\/testing\/.*|\/node_modules\/.*|\/migrations\/.*)$/

/** A hash of the contents that a part is built from; equal contents give an equal hash, whatever their dates. */
export function hashOf(part: Part): string {
  const hash = createHash('sha256')
  for (const file of [...always, ...parts[part].from.flatMap(filesUnder)]) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  const names = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => !notBuilt.test(file)).sort()
}

export const stampFile = (part: Part): string => `dist/${part}.stamp`

/** The parts that are missing or were built from other contents. */
export function outdated(): Part[] {
  const names = Object.keys(parts) as Part[]
  return names.filter(
    (part) => !existsSync(parts[part].made) || !existsSync(stampFile(part)) || readFileSync(stampFile(part), 'utf8') !== hashOf(part),
  )
}
