import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#server/testing/worker.ts'
import { claimFolder, clearFolder, demoVersion, readMark, writeMark } from './folder.ts'
import { processStart } from './process-start.ts'

const cast = { admin: '', colleagues: [], sellers: [], suspended: '' }

test('a folder that holds anything else is refused, and nothing in it is touched', async () => {
  const folder = testFolder()
  expect(readMark(folder)).toBeNull()
  const secret = join(folder, 'session-secret')
  writeFileSync(secret, 'of the operator')
  expect(() => readMark(folder)).toThrow('not the demo')
  await expect(clearFolder(folder)).rejects.toThrow('not the demo')
  expect(existsSync(secret)).toBe(true)
})

test.each(['{"name":"my precious"}', 'null', '{"state":"ready"}', '{"sign":"backstall-demo","mark":null}', 'not even JSON'])(
  'a folder with a file of the same name is refused all the same: %s',
  async (text) => {
    const folder = testFolder()
    for (const name of ['demo.json', 'backstall-demo.json']) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'thesis.txt'), 'years of work')
    expect(() => readMark(folder)).toThrow('not the demo')
    await expect(clearFolder(folder)).rejects.toThrow('not the demo')
    expect(existsSync(join(folder, 'thesis.txt'))).toBe(true)
  },
)

test('a folder made by the demo is recognised, and is removed with all that belongs to it', async () => {
  const folder = join(testFolder(), 'demo-data')
  writeMark(folder, { state: 'ready', version: demoVersion, day: '2026-06-10', password: 'x', cast })
  expect(readMark(folder)).toMatchObject({ state: 'ready' })
  mkdirSync(join(folder, 'files'))
  await clearFolder(folder)
  expect(existsSync(folder)).toBe(false)
})

const madeBy = (pid: number, since = processStart(pid)) => ({ state: 'making', pid, since }) as const

test('a folder whose demo is being made is left alone; one left by a killed process is not', async () => {
  const folder = join(testFolder(), 'demo-data')
  writeMark(folder, madeBy(process.ppid))
  await expect(clearFolder(folder)).rejects.toThrow(`Process ${process.ppid} is making`)
  writeMark(folder, madeBy(2 ** 22 + 1))
  await clearFolder(folder)
  expect(existsSync(folder)).toBe(false)
})

test('after a restart of the machine, a process that got the number of the killed one is not taken for it', async () => {
  const folder = join(testFolder(), 'demo-data')
  writeMark(folder, madeBy(process.ppid, 'another boot 1234'))
  await clearFolder(folder)
  expect(existsSync(folder)).toBe(false)
})

test('of two processes that start at once one makes the demo, and the other is refused', () => {
  const folder = join(testFolder(), 'demo-data')
  claimFolder(folder)
  expect(readMark(folder)).toEqual(madeBy(process.pid))
  expect(() => claimFolder(folder)).toThrow(`Process ${process.pid} is making`)
})

test('a process is identified by its start time, which does not change', () => {
  const own = processStart(process.pid)
  expect(own).toMatch(/\d/)
  expect([processStart(process.pid), processStart(process.ppid) === own, processStart(2 ** 22 + 1)]).toEqual([own, false, null])
})

test('a demo made before its mark had a version counts as the oldest version', () => {
  const folder = testFolder()
  const mark = { state: 'ready', day: '2026-06-10', password: 'x', cast }
  writeFileSync(join(folder, 'backstall-demo.json'), JSON.stringify({ sign: 'backstall-demo', mark }))
  expect(readMark(folder)).toMatchObject({ version: 0 })
  expect(demoVersion).toBeGreaterThan(0)
})
