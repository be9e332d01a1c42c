import { execFileSync } from 'node:child_process'
import { outdated } from './stamp.ts'

/** Builds the server for tests that start it as a separate process. Takes two seconds, and only if something changed. */
export default function setUp(): void {
  // Without the NODE_ENV of the test: the build reads it to choose the files of a package.
  const env = { ...process.env, NODE_ENV: 'production' }
  if (outdated().includes('server')) execFileSync(process.execPath, ['scripts/build.ts', 'server'], { env, stdio: 'inherit' })
}
