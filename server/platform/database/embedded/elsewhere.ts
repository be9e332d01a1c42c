import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'
import { otherAccount, type RunAs, run } from './run-as.ts'

/**
 * A place for the database outside the data folder that another account can reach, with a copy of the programs if that account cannot reach
 * them.
 */
export function makeElsewhere(id: string, binaries: string): { folder: string; binaries: string; runAs: RunAs } {
  const account = otherAccount()
  if (!account) {
    throw new StartError(
      'PostgreSQL cannot run under this account: it has no name in /etc/passwd and user namespaces are barred here. ' +
        'Start Backstall as an ordinary user, or set DATABASE_URL.',
    )
  }
  const runAs = { prefix: [], uid: account.uid, gid: account.gid }
  for (const base of ['/var/lib', '/var/tmp', tmpdir()]) {
    const folder = join(base, `backstall-${id}`)
    try {
      mkdirSync(folder, { mode: 0o700 })
      chownSync(folder, account.uid, account.gid)
      if (run(runAs, ['/bin/sh', '-c', 'test -w "$0" && test -x "$0"', folder]).status === 0)
        return { folder, binaries: reachable(binaries, folder, runAs), runAs }
    } catch {
      // This base cannot be used; the next one is tried.
    }
    rmSync(folder, { recursive: true, force: true })
  }
  throw new StartError('There is no place on this machine where the embedded database could live. Set DATABASE_URL.')
}

/**
 * The programs themselves, or, if the other account cannot reach them, a copy next to its database, renewed when npm installs another
 * version.
 */
export function reachable(binaries: string, elsewhere: string, runAs: RunAs): string {
  if (run(runAs, [join(binaries, 'bin/postgres'), '--version']).status === 0) return binaries
  const { version }: { version: string } = JSON.parse(readFileSync(join(binaries, '../package.json'), 'utf8'))
  const copy = join(elsewhere, `native-${version}`)
  if (existsSync(copy)) return copy
  for (const old of readdirSync(elsewhere).filter((name) => name.startsWith('native-')))
    rmSync(join(elsewhere, old), { recursive: true, force: true })
  const partial = `${copy}.${process.pid}`
  cpSync(binaries, partial, { recursive: true, verbatimSymlinks: true })
  renameSync(partial, copy)
  return copy
}
