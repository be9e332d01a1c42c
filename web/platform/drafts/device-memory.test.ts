import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { clearDevice } from '#web/platform/drafts/clear-device.ts'
import { readFromDevice, removeFromDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})
const contentOf = (userId: string, name: string) => readFromDevice(userId, name)?.content ?? null

describe('what is stored on this device', () => {
  it('comes back for the person it was stored for, and for no other', () => {
    expect(storeOnDevice('anna', 'form', { title: 'Teapot' })).toBe(true)
    expect(contentOf('anna', 'form')).toEqual({ title: 'Teapot' })
    expect(contentOf('ann', 'form')).toBe(null)
    expect(contentOf('anna:form', '')).toBe(null)
    removeFromDevice('anna', 'form')
    expect(contentOf('anna', 'form')).toBe(null)
  })

  it('is gone after a sign-out; theme and sidebar stay', () => {
    localStorage.setItem('backstall-theme', 'dark')
    localStorage.setItem('backstall-sidebar', 'closed')
    storeOnDevice('anna', 'form', 1)
    clearDevice(null)
    expect(Object.keys(localStorage).sort()).toEqual(['backstall-sidebar', 'backstall-theme'])
  })

  it('is gone for good when another person signs in', () => {
    storeOnDevice('anna', 'form', 1)
    storeOnDevice('ben', 'form', 2)
    clearDevice('ben')
    expect([contentOf('anna', 'form'), contentOf('ben', 'form')]).toEqual([null, 2])
  })

  it('is bounded: the oldest entries go first, one that is too large is not stored, one that is too old is not returned', () => {
    vi.useFakeTimers()
    for (let at = 0; at <= limits.unsaved.keptMax; at++) {
      vi.setSystemTime(at)
      storeOnDevice('anna', `form ${at}`, at)
    }
    expect(Object.keys(localStorage)).toHaveLength(limits.unsaved.keptMax)
    expect([contentOf('anna', 'form 0'), contentOf('anna', 'form 1')]).toEqual([null, 1])
    expect(storeOnDevice('anna', 'form 1', 'x'.repeat(limits.unsaved.charactersMax))).toBe(false)
    expect(contentOf('anna', 'form 1')).toBe(1)
    vi.setSystemTime(limits.unsaved.keptMs + 10)
    expect([contentOf('anna', 'form 2'), contentOf('anna', 'form 20')]).toEqual([null, 20])
  })

  it('has room for a draft in each of many chats, and none displaces the draft of a form', () => {
    vi.useFakeTimers({ now: 0 })
    storeOnDevice('anna', 'form', 'Teapot')
    for (let at = 1; at <= limits.unsaved.draftsMax; at++) {
      vi.setSystemTime(at)
      storeOnDevice('anna', `chat:${at}`, `Draft ${at}`)
    }
    expect([contentOf('anna', 'form'), contentOf('anna', 'chat:1')]).toEqual(['Teapot', 'Draft 1'])
    vi.setSystemTime(limits.unsaved.draftsMax + 1)
    storeOnDevice('anna', 'chat:one more', 'The last')
    expect([contentOf('anna', 'form'), contentOf('anna', 'chat:1'), contentOf('anna', 'chat:2')]).toEqual(['Teapot', null, 'Draft 2'])
  })

  it('keeps the chosen columns, however many forms are stored after them', () => {
    storeOnDevice('anna', 'columns', { list: 'price' })
    for (let at = 1; at <= limits.unsaved.keptMax + 5; at++) storeOnDevice('anna', `form ${at}`, at)
    expect(contentOf('anna', 'columns')).toEqual({ list: 'price' })
  })

  it('has all unsent messages, however old they are and however much is stored after them', () => {
    vi.useFakeTimers({ now: 0 })
    storeOnDevice('anna', 'unsent:1', 'Hello')
    for (let at = 1; at <= limits.unsaved.keptMax + 5; at++) {
      vi.setSystemTime(at)
      storeOnDevice('anna', `form ${at}`, at)
    }
    vi.setSystemTime(2 * limits.unsaved.keptMs)
    expect(contentOf('anna', 'unsent:1')).toBe('Hello')
    clearDevice(null)
    expect(contentOf('anna', 'unsent:1')).toBe(null)
  })

  it('works without a storage that is blocked, full or corrupt', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(storeOnDevice('anna', 'form', 1)).toBe(false)
    vi.restoreAllMocks()
    localStorage.setItem('backstall-unsaved:anna:form', '{spoilt')
    expect(contentOf('anna', 'form')).toBe(null)
  })
})
