import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { surviveUnwritableLog } from '#server/platform/error-to-log.ts'
import { buildWidget } from './build-widget.ts'
import { buildWorker } from './build-worker.ts'
import { precompress } from './precompress.ts'
import { hashOf, outdated, type Part, stampFile } from './stamp.ts'

const configurations: Record<Part, string> = { web: 'vite.config.ts', server: 'vite.server.config.ts' }

/**
 * Builds a part in a temporary folder and moves it into place when it is complete. Writes the stamp last, so that an interrupted build is
 * repeated.
 */
async function buildPart(part: Part): Promise<void> {
  const hash = hashOf(part)
  const fresh = `${process.cwd()}/dist/${part}.${process.pid}`
  await build({ configFile: configurations[part], logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true, manifest: part === 'web' } })
  if (part === 'web') {
    await buildWorker(fresh)
    await buildWidget(fresh)
    await precompress(fresh)
  }
  rmSync(stampFile(part), { force: true })
  rmSync(`dist/${part}`, { recursive: true, force: true })
  renameSync(fresh, `dist/${part}`)
  writeFileSync(stampFile(part), hash)
}

/** `npm run build` builds what is missing or changed; `npm run build -- web` or `server` builds that part in any case. */
async function main(): Promise<void> {
  process.chdir(join(import.meta.dirname, '..'))
  const started = performance.now()
  const asked = (Object.keys(configurations) as Part[]).filter((part) => process.argv.includes(part))
  const wanted = asked.length > 0 ? asked : outdated()
  mkdirSync('dist', { recursive: true })
  for (const part of wanted) await buildPart(part)
  const what = wanted.length > 0 ? wanted.join(' and ') : 'nothing, all is up to date'
  console.log(`Built: ${what} (${((performance.now() - started) / 1000).toFixed(1)} s).`)
}

surviveUnwritableLog()
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
