import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useScroll } from './use-scroll.ts'

const height = { of: 1_000, shown: 100 }
let top = 0

/** A box as in a browser: never scrolled past its content. */
function layOut(place: HTMLElement | null): void {
  if (!place || 'isLaidOut' in place) return
  const end = () => height.of - height.shown
  Object.defineProperties(place, {
    isLaidOut: { value: true },
    scrollHeight: { get: () => height.of },
    clientHeight: { get: () => height.shown },
    scrollTop: { get: () => Math.min(top, end()), set: (to: number) => (top = Math.min(to, end())) },
  })
}

function Conversation({ first = 'message 1' }: { first?: string }) {
  const { box, inside, onScroll } = useScroll(first, () => {})
  const place = (element: HTMLDivElement | null) => {
    layOut(element)
    box.current = element
  }
  return (
    <div ref={place} role="log" onScroll={onScroll}>
      <div ref={inside} />
    </div>
  )
}

beforeEach(() => {
  Object.assign(height, { of: 1_000, shown: 100 })
  top = 0
})
afterEach(cleanup)

it('a reader at the end stays there while messages arrive, some go, and the keyboard opens', () => {
  const { rerender } = render(<Conversation />)
  expect(top).toBe(900)
  for (const change of [{ of: 1_050 }, { of: 700 }, { shown: 60 }, { shown: 200 }]) {
    Object.assign(height, change)
    rerender(<Conversation />)
    expect(top).toBe(height.of - height.shown)
  }
})

it('a reader at the end stays there while pictures load, though the scroll event comes after the next one', () => {
  const { rerender, getByRole } = render(<Conversation />)
  height.of = 1_300
  fireEvent.scroll(getByRole('log'))
  rerender(<Conversation />)
  expect(top).toBe(1_200)
})

it('a reader who scrolls up slowly, by a pixel at a time, stays there too', () => {
  const { rerender, getByRole } = render(<Conversation />)
  while (top > 840) {
    top -= 1
    fireEvent.scroll(getByRole('log'))
  }
  rerender(<Conversation />)
  expect(top).toBe(840)
})

it('a reader who just scrolled up stays there, though a message arrives before the scroll event', () => {
  const { rerender, getByRole } = render(<Conversation />)
  top = 300
  for (const of of [1_050, 1_100]) {
    height.of = of
    rerender(<Conversation />)
    expect(top).toBe(300)
  }
  fireEvent.scroll(getByRole('log'))
  rerender(<Conversation />)
  expect(top).toBe(300)
  // Fifty older messages are inserted above.
  height.of = 1_600
  rerender(<Conversation first="message 0" />)
  expect(top).toBe(800)
})
