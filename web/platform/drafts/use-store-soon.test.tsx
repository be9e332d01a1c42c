import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { useStoreSoon } from '#web/platform/drafts/use-store-soon.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const typed = (first: string) => {
  const store = vi.fn()
  const hook = renderHook(({ mark }) => useStoreSoon(mark, () => store(mark)), { initialProps: { mark: first } })
  return { ...hook, store, type: (mark: string) => hook.rerender({ mark }) }
}

describe('what a person types', () => {
  it('is stored once they pause, and at once when they leave', () => {
    vi.useFakeTimers()
    const { store, type, unmount } = typed('')
    type('T')
    type('Te')
    expect(store).not.toHaveBeenCalled()
    vi.advanceTimersByTime(limits.unsaved.writeAfterMs)
    expect(store.mock.calls).toEqual([['Te']])
    type('Tea')
    unmount()
    expect(store.mock.calls).toEqual([['Te'], ['Tea']])
  })

  it('before is not overwritten by an empty field that closes before it shows it', () => {
    const { store, result, unmount } = typed('')
    result.current.noteStored('Teapot')
    unmount()
    expect(store).not.toHaveBeenCalled()
  })
})
