// @vitest-environment node
import { expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { forEachLimited } from '#web/platform/offline-cache/for-each-limited.ts'

/** Runs everything that only waits for promises. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

it('unverified entries are asked for in order, at most a hundred at once, and none twice (spec §9)', async () => {
  const asked: string[] = []
  const answers = new Map<string, () => void>()
  const names = Array.from({ length: 250 }, (_, at) => `row ${at}`)
  const ask = (name: string) => {
    asked.push(name)
    return new Promise<void>((resolve) => answers.set(name, resolve))
  }
  let isOver = false
  void forEachLimited([...names, ...names], ask, limits.cache.verifiedAtOnce).then(() => {
    isOver = true
  })
  await settled()
  expect(asked).toEqual(names.slice(0, 100))
  for (const name of names.slice(0, 30)) answers.get(name)?.()
  await settled()
  expect(asked).toEqual(names.slice(0, 130))
  while (answers.size > 0) {
    expect(isOver).toBe(false)
    for (const [name, answer] of answers) {
      answers.delete(name)
      answer()
    }
    await settled()
  }
  expect(asked).toEqual(names)
  expect(isOver).toBe(true)
})
