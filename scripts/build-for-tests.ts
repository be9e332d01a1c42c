import { execFileSync } from 'node:child_process'
import { outdated } from './stamp.ts'

/** Some tests start the built server as a process of its own. A build takes two seconds, and only where something changed. */
export default function setUp(): void {
  // As without a test around it: the build asks NODE_ENV which files of a package to take.
  const env = { ...process.env, NODE_ENV: 'production' }
  if (outdated().includes('server')) execFileSync(process.execPath, ['scripts/build.ts', 'server'], { env, stdio: 'inherit' })
}
