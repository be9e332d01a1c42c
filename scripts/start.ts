import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { outdated } from './stamp.ts'

/** `npm start`: builds what is missing or changed, then becomes the server. The build is a process of its own, so its memory is given back. */
async function main(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  const parts = outdated()
  if (parts.length > 0) {
    console.log(`Building the ${parts.join(' and the ')} part; this happens once.`)
    const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
  await import(join(root, 'dist/server/main.js'))
}

await main()
