import { spawnSync } from 'node:child_process'
import { surviveUnwritableLog } from '#server/platform/error-to-log.ts'
import { outdated } from './stamp.ts'

/** Builds what is missing or changed in a child process, so that its memory is freed. Ends this process if the build fails. */
export function buildWhatIsMissing(): void {
  surviveUnwritableLog()
  const parts = outdated()
  if (parts.length === 0) return
  console.log(`Building the ${parts.join(' and the ')} part; this happens once.`)
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
