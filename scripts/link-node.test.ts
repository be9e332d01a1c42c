import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('links the Node of the project where npm 10 did not, and leaves the link of npm 11 alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backstall-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = `node-${process.platform}-${process.arch}`
  const link = () => {
    execFileSync(process.execPath, [resolve('scripts/link-node.js')], { cwd: folder })
    return readlinkSync(join(folder, 'node_modules/.bin/node'))
  }
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  expect(link).toThrow('ENOENT')
  mkdirSync(join(folder, 'node_modules', own, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules', own, 'bin/node'), '')
  expect([link(), link()]).toEqual([`../${own}/bin/node`, `../${own}/bin/node`])
})
