import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { always, hashOf, outdated, type Part, parts, stampFile } from './stamp.ts'

const before = process.cwd()
let folder: string

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function build(): void {
  for (const part of Object.keys(parts) as Part[]) {
    write(parts[part].made, 'built')
    write(stampFile(part), hashOf(part))
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backstall-stamp-'))
  process.chdir(folder)
  for (const file of [
    ...always,
    'vite.config.ts',
    'vite.server.config.ts',
    'domain/product.ts',
    'contract/products.ts',
    'web/index.html',
    'widget/main.tsx',
    'server/app/main.ts',
  ])
    write(file, file)
})

afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

it('builds everything in a fresh checkout, and nothing the second time', () => {
  expect(outdated()).toEqual(['web', 'server'])
  build()
  expect(outdated()).toEqual([])
})

it.each<[string, Part[]]>([
  ['web/app/new.tsx', ['web']],
  ['server/products/new.ts', ['server']],
  ['domain/product.ts', ['web', 'server']],
  ['package-lock.json', ['web', 'server']],
  ['server/products/approve.test.ts', []],
  ['server/platform/database/migrations/0009.sql', []],
])('after a change of %s builds %j', (file, expected) => {
  build()
  write(file, 'changed')
  expect(outdated()).toEqual(expected)
})

it('does not rebuild a part with only a new date, but rebuilds a lost one', () => {
  build()
  utimesSync('server/app/main.ts', new Date(), new Date())
  expect(outdated()).toEqual([])
  rmSync(parts.server.made)
  expect(outdated()).toEqual(['server'])
})
