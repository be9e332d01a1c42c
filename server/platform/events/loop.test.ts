import { expect, onTestFinished, test, vi } from 'vitest'
import type { Alive } from '#server/platform/database/time-limit.ts'
import { loopStates, openLoop } from '#server/platform/events/loop.ts'

type Pass = { alive: Alive; end: () => void; ended: Promise<void> }

/** A loop whose passes end when the test ends them, and what it logged. */
function opened(about: { stallMs?: number; stopMs?: number } = {}) {
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const passes: Pass[] = []
  const pass = async (alive: Alive) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    passes.push({ alive, end, ended })
    await ended
  }
  const loop = openLoop('Counting sheep', pass, { log: { info: note, warn: note }, gapMs: 1, ...about })
  onTestFinished(loop.close)
  const state = () => loopStates().find(({ name }) => name === 'Counting sheep')
  return { loop, passes, lines, state }
}

test('a caller that asks during a pass gets one more pass after it, however often it asks', async () => {
  const { loop, passes, state } = opened({ stopMs: 1 })
  loop.ask()
  loop.ask()
  loop.ask()
  expect(passes).toHaveLength(1)
  expect(state()).toMatchObject({ running: true, completedAt: null })
  passes[0]?.end()
  await expect.poll(() => passes.length).toBe(2)
  passes[1]?.end()
  await expect.poll(() => state()).toMatchObject({ running: false, stalls: 0, completedAt: expect.any(Number) })
  expect(passes).toHaveLength(2)
})

/** Stops the timers of the loop: they pass only as the test says, however late it is itself. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a pass that stalls is logged by name, counted and given up; the next one begins, and the stalled one ends at its next step', async () => {
  stopTimers()
  const { loop, passes, lines, state } = opened({ stallMs: 50, stopMs: 1 })
  loop.ask()
  await vi.advanceTimersByTimeAsync(49)
  expect(passes).toHaveLength(1)
  // The limit, and the pause before the next pass.
  await vi.advanceTimersByTimeAsync(10)
  expect(passes).toHaveLength(2)
  expect(lines).toEqual([expect.stringMatching(/^Counting sheep fails: it has stalled for 0.05 seconds/)])
  expect(state()).toMatchObject({ stalls: 1, running: true, completedAt: null })
  expect(passes[0]?.alive).toThrow(/stalled/)
  passes[1]?.end()
  await expect.poll(() => lines).toHaveLength(2)
  expect(lines[1]).toBe('Counting sheep works again.')
  expect(state()).toMatchObject({ stalls: 1, running: false, completedAt: expect.any(Number) })
})

test('a long pass that shows signs of life does not count as stalled', async () => {
  stopTimers()
  const { loop, passes, state } = opened({ stallMs: 200, stopMs: 1 })
  loop.ask()
  for (let times = 0; times < 4; times++) {
    await vi.advanceTimersByTimeAsync(199)
    passes[0]?.alive()
  }
  expect(passes).toHaveLength(1)
  passes[0]?.end()
  await expect.poll(() => state()).toMatchObject({ stalls: 0, completedAt: expect.any(Number) })
})

test('work in parallel with the passes that stalls is given up and counted too', async () => {
  const { loop, state } = opened({ stallMs: 20 })
  const { promise: hanging } = Promise.withResolvers<void>()
  await expect(loop.watch(() => hanging)).rejects.toThrow('stalled for 0.02 seconds')
  await loop.watch(async () => {})
  expect(state()).toMatchObject({ stalls: 1 })
})

test('a loop that is stopped waits for its pass, but not for one that hangs', async () => {
  const { loop, passes, lines } = opened({ stopMs: 60_000 })
  loop.ask()
  const stopped = loop.close()
  passes[0]?.end()
  await stopped
  expect(lines).toEqual([])
  const hanging = opened({ stopMs: 10 })
  hanging.loop.ask()
  await hanging.loop.close()
  expect(hanging.lines).toEqual(['Counting sheep is still at work and is not waited for any longer.'])
  expect(hanging.state()).toBeUndefined()
})
