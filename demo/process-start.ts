import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Field 22 of a process's line (proc(5)), counted behind the name in brackets, which may hold anything. */
const startField = 19

/**
 * When a process began, in words that no other process with the same number ever has, also after a restart of the machine; null where there is none, or
 * where the system does not tell.
 */
export function processStart(pid: number): string | null {
  if (process.platform === 'linux') return fromProc(pid)
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  })
  return stdout?.trim() || null
}

function fromProc(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const start = line.slice(line.lastIndexOf(')') + 2).split(' ')[startField]
    return start ? `${boot} ${start}` : null
  } catch {
    return null
  }
}
