import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePreload } from '#web/approval/queue/use-preload.ts'

afterEach(cleanup)

function Screen({ load }: { load: () => void }) {
  usePreload(load)
  return null
}

const move = (movementX: number) => {
  // jsdom sets no movement.
  const event = new PointerEvent('pointermove')
  Object.defineProperties(event, { movementX: { value: movementX }, movementY: { value: 0 } })
  fireEvent(document, event)
}

it('the next step is loaded once a person moves the pointer, not when a page appears under a pointer at rest', () => {
  const load = vi.fn()
  render(<Screen load={load} />)
  move(0)
  expect(load).not.toHaveBeenCalled()
  move(3)
  move(3)
  expect(load).toHaveBeenCalledOnce()
})
