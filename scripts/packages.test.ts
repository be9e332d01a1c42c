import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checks } from './checks.ts'
import { packagesCheck } from './packages.ts'
import { run } from './run.ts'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'backstall-packages-'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

type Entries = Record<string, Record<string, unknown>>
const sound = { version: '1.0.0', license: 'MIT' }

/** Writes an install of these packages, and its lock file. */
function plant(entries: Entries, installed: Entries = entries): void {
  for (const [path, { version }] of Object.entries(installed)) {
    if (!path) continue
    mkdirSync(join(project, path), { recursive: true })
    writeFileSync(join(project, path, 'package.json'), JSON.stringify({ version }))
  }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...entries } }))
}

/** Makes a sparse file of this size. */
function grow(path: string, megabytes: number): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), '')
  truncateSync(join(project, path), megabytes * 1_000_000)
}

test('a project without faults passes, and its size and number of packages are printed', async () => {
  plant(
    {
      'node_modules/a': { ...sound, license: '(GPL-3.0 OR MIT)', optionalDependencies: { mac: '1.0.0' } },
      'node_modules/a/node_modules/b': sound,
      'node_modules/@img/sharp-libvips-x': { ...sound, license: 'Apache-2.0 AND LGPL-3.0-or-later', optional: true },
      'node_modules/tool': { ...sound, dev: true },
      'node_modules/mac': { ...sound, optional: true },
    },
    {
      'node_modules/a': sound,
      'node_modules/a/node_modules/b': sound,
      'node_modules/@img/sharp-libvips-x': sound,
      'node_modules/tool': sound,
    },
  )
  grow('node_modules/a/lib/large', 30)
  grow('node_modules/a/node_modules/b/large', 7)
  grow('node_modules/tool/large', 900)
  const { ok, output } = await packagesCheck(project)
  expect(output).toBe('production install: 37 MB of 400 MB, 3 packages\n')
  expect(ok).toBe(true)
})

test('a production install that is too large is named', async () => {
  plant({ 'node_modules/a': sound })
  grow('node_modules/a/large', 401)
  const { ok, output } = await packagesCheck(project)
  expect(output).toContain('more than 400 MB')
  expect(ok).toBe(false)
})

test.each<[fault: string, entries: Entries, says: RegExp, installed?: Entries]>([
  [
    'a tool of development that production needs',
    { '': { devDependencies: { a: '1.0.0' } }, 'node_modules/a': sound },
    /^node_modules\/a: a tool of development/m,
  ],
  ['a tool that is an optional peer', { 'node_modules/a': { ...sound, devOptional: true } }, /^node_modules\/a: a tool of development/m],
  [
    'a licence that is not allowed',
    { 'node_modules/a': { ...sound, dev: true, license: 'GPL-3.0' } },
    /^node_modules\/a: licence GPL-3\.0/m,
  ],
  ['one licence of several', { 'node_modules/a': { ...sound, license: 'MIT AND GPL-3.0' } }, /licence MIT AND GPL-3\.0/],
  ['LGPL beyond sharp', { 'node_modules/a': { ...sound, license: 'LGPL-3.0-or-later' } }, /licence LGPL/],
  ['no licence', { 'node_modules/a': { version: '1.0.0' } }, /licence not named/],
  ['a deprecated package', { 'node_modules/a': { ...sound, dev: true, deprecated: 'use b' } }, /^node_modules\/a: deprecated: use b/m],
  ['@esbuild-kit', { 'node_modules/@esbuild-kit/esm-loader': { ...sound, dev: true } }, /esm-loader: deprecated/],
  ['the address of a registry', { 'node_modules/a': { ...sound, resolved: 'https://example.com/a.tgz' } }, /names the registry/],
  ['a package that is not installed', { 'node_modules/a': sound }, /^node_modules\/a: not installed: run npm ci/m, {}],
  [
    'another version installed',
    { 'node_modules/a': sound },
    /not installed as 1\.0\.0/,
    { 'node_modules/a': { ...sound, version: '2.0.0' } },
  ],
  [
    'a part for another platform that the lock file lacks',
    { 'node_modules/a': { ...sound, name: 'a', optionalDependencies: { 'a-mac': '1.0.0' } } },
    /^a-mac: a needs it on another platform/m,
  ],
])('the build stops at %s', async (_fault, entries, says, installed) => {
  plant(entries, installed)
  const { ok, output } = await packagesCheck(project)
  expect(output).toMatch(says)
  expect(ok).toBe(false)
})

test('the build stops when a package lacks a required peer', async () => {
  mkdirSync(join(project, 'node_modules/a'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "dependencies": { "a": "1.0.0" } }')
  writeFileSync(join(project, 'node_modules/a/package.json'), '{ "name": "a", "version": "1.0.0", "peerDependencies": { "b": "2" } }')
  const { ok, output } = await run(checks['packages that fit together'], { cwd: project })
  expect(output).toContain('missing: b@2, required by a@1.0.0')
  expect(ok).toBe(false)
})
