import { afterEach, expect, test, vi } from 'vitest'

// A fresh copy of the module: other tests of this process made ids with clocks that were ahead.
vi.resetModules()
const { newId } = await import('#server/platform/database/new-id.ts')

afterEach(() => vi.useRealTimers())

test('an id made later sorts later, also within a millisecond and beyond the 4,096 that fit into one', () => {
  const ids = Array.from({ length: 10_000 }, () => newId())
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(10_000)
})

test('a clock that is set back never makes an id sort before earlier ones', () => {
  const before = newId()
  vi.useFakeTimers({ now: Date.now() - 60_000 })
  expect(newId() > before).toBe(true)
})

test('an id is a UUID of version 7 that contains its time', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  const id = newId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.now())
})
