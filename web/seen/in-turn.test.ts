import { expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { inTurn } from '#web/seen/in-turn.ts'

/** Lets everything go on that only waits for promises. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

it('what is in doubt is asked for in order, at most a hundred at once, and nothing twice (spec §9)', async () => {
  const asked: string[] = []
  const answers = new Map<string, () => void>()
  const queue = inTurn((name) => {
    asked.push(name)
    return new Promise<void>((resolve) => answers.set(name, resolve))
  }, limits.cache.verifiedAtOnce)
  const names = Array.from({ length: 250 }, (_, at) => `row ${at}`)
  queue.add(names)
  queue.add(names)
  await settled()
  expect(asked).toEqual(names.slice(0, 100))
  for (const name of names.slice(0, 30)) answers.get(name)?.()
  await settled()
  expect(asked).toEqual(names.slice(0, 130))
  while (answers.size > 0) {
    for (const [name, answer] of answers) {
      answers.delete(name)
      answer()
    }
    await settled()
  }
  expect(asked).toEqual(names)
  // Once it is answered it may be in doubt again.
  queue.add(['row 0'])
  expect(asked).toHaveLength(251)
})

it('one that fails holds nobody up, and what has not begun can be given up', async () => {
  const asked: string[] = []
  const queue = inTurn(async (name) => {
    asked.push(name)
    throw new Error('no answer')
  }, 1)
  queue.add(['a', 'b', 'c'])
  queue.stop()
  await settled()
  expect(asked).toEqual(['a'])
  queue.add(['d', 'e'])
  await settled()
  await settled()
  expect(asked).toEqual(['a', 'd', 'e'])
})
