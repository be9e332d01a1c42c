import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { demoVersion, type Mark, readMark } from '#demo/folder.ts'
import { variableNames } from '#server/platform/config.ts'
import { buildWhatIsMissing } from './build-what-is-missing.ts'

/** All that the demo reads of the operator's configuration: it never connects to their services, and listens on this machine alone. */
const kept = ['PORT', 'TIME_ZONE']

/** `npm run demo`: makes a marketplace of a year in its own folder, if there is none yet, then serves it as `npm start` does. */
async function main(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  process.chdir(root)
  const { values } = parseArgs({
    options: { fresh: { type: 'boolean', default: false }, folder: { type: 'string', default: './demo-data' } },
  })
  const folder = resolve(values.folder)
  process.env.NODE_ENV ??= 'production'
  Object.assign(process.env, Object.fromEntries(variableNames.filter((name) => !kept.includes(name)).map((name) => [name, ''])), {
    DATA_DIR: folder,
    SUPPORT_EMAIL: 'support@example.com',
    CURRENCY: 'EUR',
  })
  const before = readMark(folder)
  buildWhatIsMissing()
  if (values.fresh || before?.state !== 'ready') fill()
  report(readMark(folder))
  await import(join(root, 'dist/server/main.js'))
}

function fill(): void {
  console.log('Making a marketplace; this takes about a minute.')
  const { status } = spawnSync(process.execPath, ['demo/fill-folder.ts'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function report(mark: Mark | null): void {
  if (mark?.state !== 'ready') throw new Error('The marketplace was not made.')
  const { version, day, password, cast } = mark
  console.log(`
Harbour & Hill, as of ${day}. Everyone’s password is ${password}
  administrator      ${cast.admin}
  colleagues         ${cast.colleagues.join(', ')}
  sellers            ${cast.sellers.join(', ')}
  suspended seller   ${cast.suspended}
"npm run demo -- --fresh" makes it anew, up to today.
`)
  if (version < demoVersion)
    console.log(
      'This demo was made by an older Backstall: some figures and screens show less than they could. Make it anew with --fresh.\n',
    )
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
