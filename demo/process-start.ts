import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Index of field 22 of a process's line (proc(5)), counted after the name in brackets, which may contain anything. */
const startField = 19

/**
 * The start time of a process, as a string that no other process with the same number ever has, even after a restart of the machine. Null
 * if there is no such process, or the system does not report it.
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
