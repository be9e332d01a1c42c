import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePreload } from '#web/approval/queue/use-preload.ts'

afterEach(cleanup)

const queries = new QueryClient()
const prefetch = vi.fn().mockResolvedValue(undefined)
const load = vi.fn().mockResolvedValue({ prefetch })
const preload = vi.fn().mockResolvedValue(undefined)

function Screen({ first }: { first: string | undefined }) {
  usePreload(preload, load, first)
  return null
}

const screen = (first: string | undefined) => (
  <QueryClientProvider client={queries}>
    <Screen first={first} />
  </QueryClientProvider>
)

it('the code that shows an item is loaded with the first item once the list is there, and not again as the list changes', async () => {
  const { rerender } = render(screen(undefined))
  await new Promise((resolve) => setTimeout(resolve))
  expect(preload).not.toHaveBeenCalled()
  rerender(screen('p1'))
  await expect.poll(() => prefetch.mock.calls).toEqual([[queries, 'p1']])
  rerender(screen('p2'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(preload).toHaveBeenCalledOnce()
  expect(prefetch).toHaveBeenCalledOnce()
})
