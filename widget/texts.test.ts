// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  ['en-US@posix', /^2:05.PM$/],
  ['C', /^2:05.PM$/],
  ['de-AT', /^14:05$/],
])('a buyer whose browser says %j reads the clock of their region', async (language, shown) => {
  vi.stubGlobal('navigator', { language })
  const { timeOfDay } = await import('./texts.ts')
  expect(timeOfDay('2026-11-20T14:05:00')).toMatch(shown)
})
