import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDraft } from '#web/platform/forms/use-draft.ts'

const stored = { name: 'Stall', link: '', categories: ['Art'] }

it('sends only what was changed, and nothing once it is as before', () => {
  const { result } = renderHook(() => useDraft(stored))
  expect(result.current.dirty).toBe(false)
  act(() => result.current.set({ name: 'Market', categories: ['Art', 'Books'] }))
  expect(result.current.change).toEqual({ name: 'Market', categories: ['Art', 'Books'] })
  act(() => result.current.set({ name: 'Stall', categories: ['Art'] }))
  expect(result.current.dirty).toBe(false)
})

it('keeps what is being typed when another person changes the rest', () => {
  const { result, rerender } = renderHook((now: typeof stored) => useDraft(now), { initialProps: stored })
  act(() => result.current.set({ name: 'Market' }))
  rerender({ ...stored, link: 'https://example.com' })
  expect(result.current.value).toEqual({ name: 'Market', link: 'https://example.com', categories: ['Art'] })
  expect(result.current.change).toEqual({ name: 'Market' })
})
