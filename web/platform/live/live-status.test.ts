// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { failuresUntilOffline, liveStatus } from '#web/platform/live/live-status.ts'

const line = { online: true, receiving: true, caughtUp: true, failures: 0 }

describe('the status line (product §9)', () => {
  it('shows live only while the stream is receiving and nothing is missing', () => {
    expect(liveStatus(line)).toBe('live')
    expect(liveStatus({ ...line, caughtUp: false })).toBe('catching-up')
    expect(liveStatus({ ...line, receiving: false })).toBe('catching-up')
  })

  it('shows offline when the browser reports it, or when connecting fails again and again', () => {
    expect(liveStatus({ ...line, online: false })).toBe('offline')
    const away = { ...line, receiving: false }
    expect(liveStatus({ ...away, failures: failuresUntilOffline - 1 })).toBe('catching-up')
    expect(liveStatus({ ...away, failures: failuresUntilOffline })).toBe('offline')
  })
})
