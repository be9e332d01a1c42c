// @vitest-environment node
import { expect, it } from 'vitest'
import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

it('waits longer after each failure, up to a limit, and not equally long for all clients', () => {
  expect([1, 2, 3, 20].map((failures) => reconnectDelay(failures, 1))).toEqual([250, 500, 1_000, 15_000])
  expect(reconnectDelay(3, 0)).toBe(500)
})
