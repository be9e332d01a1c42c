import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { environmentOfPrograms } from '#server/platform/config.ts'

/**
 * The account PostgreSQL's programs run as. They refuse to run as root, and initdb refuses a uid without a name. `prefix` goes before each
 * command; `uid` and `gid` are set if another account is needed.
 */
export type RunAs = { prefix: string[]; uid?: number; gid?: number }

type Account = { name: string; uid: number; gid: number }

/** The accounts of this machine; none if /etc/passwd cannot be read. */
function accounts(): Account[] {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    return lines.flatMap((line) => {
      const [name, , uid, gid] = line.split(':')
      return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
    })
  } catch {
    return []
  }
}

/** True if our account has a name, in /etc/passwd or any other directory; initdb requires it. */
function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** True if the programs run and the folder can be written under this identity. */
function works(runAs: RunAs, binaries: string, folder: string): boolean {
  const script = '"$0" --version >/dev/null && test -w "$1" && test -x "$1"'
  const command = [...runAs.prefix, '/bin/sh', '-c', script, join(binaries, 'bin/postgres'), folder]
  return run(runAs, command).status === 0
}

/** Runs a program to its end under an identity. */
export function run(runAs: RunAs, command: string[]): { status: number | null; output: string } {
  const [program = '', ...rest] = command
  const { uid, gid } = runAs
  const ids = uid === undefined || gid === undefined ? {} : { uid, gid }
  const { status, stdout, stderr, error } = spawnSync(program, rest, { ...ids, cwd: '/', encoding: 'utf8', env: environmentOfPrograms() })
  return { status, output: error ? error.message : `${stdout}${stderr}`.trim() }
}

/**
 * The identity under which the database may stay in `folder` (owned by `owner`), unmoved: our own, the folder's owner, or our own uid
 * mapped by a user namespace. Null if none of them works.
 */
export function inPlace(binaries: string, folder: string, owner: number): RunAs | null {
  const uid = process.getuid?.() ?? -1
  const known = accounts()
  const candidates: RunAs[] = []
  if (uid === 0 && owner !== 0) {
    const gid = known.find((account) => account.uid === owner)?.gid
    if (gid !== undefined) candidates.push({ prefix: [], uid: owner, gid })
  }
  if (uid !== 0 && hasName()) candidates.push({ prefix: [] })
  const stranger = known.find((account) => account.name === 'nobody') ?? known.find((account) => account.uid !== 0)
  if (stranger) candidates.push({ prefix: ['unshare', '--user', `--map-user=${stranger.uid}`, `--map-group=${stranger.gid}`] })
  return candidates.find((candidate) => works(candidate, binaries, folder)) ?? null
}

/** The account that root runs the database as where user namespaces are disabled. Null if there is none, or we are not root. */
export function otherAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const known = accounts()
  return known.find(({ name }) => name === 'postgres') ?? known.find(({ name }) => name === 'nobody') ?? null
}
