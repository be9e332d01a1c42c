import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'vite'
import { precompress } from './precompress.ts'
import { hashOf, outdated, type Part, stampFile } from './stamp.ts'

const configurations: Record<Part, string> = { web: 'vite.config.ts', server: 'vite.server.config.ts' }

/** Builds a part beside its place and puts it there whole; the stamp comes last, so that a broken-off build is made again. */
async function buildPart(part: Part): Promise<void> {
  const hash = hashOf(part)
  const fresh = `${process.cwd()}/dist/${part}.${process.pid}`
  await build({ configFile: configurations[part], logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true, manifest: part === 'web' } })
  if (part === 'web') await precompress(fresh)
  rmSync(stampFile(part), { force: true })
  rmSync(`dist/${part}`, { recursive: true, force: true })
  renameSync(fresh, `dist/${part}`)
  writeFileSync(stampFile(part), hash)
}

/** `node scripts/build.ts` builds what is missing or changed; `--force` builds everything. */
async function main(): Promise<void> {
  const started = performance.now()
  const wanted = process.argv.includes('--force') ? (Object.keys(configurations) as Part[]) : outdated()
  mkdirSync('dist', { recursive: true })
  for (const part of wanted) await buildPart(part)
  const what = wanted.length > 0 ? wanted.join(' and ') : 'nothing, all is up to date'
  console.log(`Built: ${what} (${((performance.now() - started) / 1000).toFixed(1)} s).`)
}

await main()
