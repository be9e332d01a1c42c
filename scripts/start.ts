import { join } from 'node:path'
import { buildWhatIsMissing } from './build-what-is-missing.ts'

/** `npm start`: builds what is missing or changed, then becomes the server. */
async function main(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  buildWhatIsMissing()
  await import(join(root, 'dist/server/main.js'))
}

await main()
