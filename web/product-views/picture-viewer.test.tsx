import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import PictureViewer from '#web/product-views/PictureViewer.tsx'

afterEach(cleanup)

const images = ['front', 'back', 'mark'].map((path) => ({ path, url: `/files/${path}.jpg`, width: 400, height: 3600 }))

function Screen() {
  const [at, setAt] = useState<number | null>(0)
  return at === null ? <p>Closed</p> : <PictureViewer images={images} at={at} onMove={setAt} onClose={() => setAt(null)} title="Lamp" />
}

const shown = () => screen.getByRole('dialog').getAttribute('aria-label')
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole('dialog'), { key })
}
const swipe = (from: [number, number], to: [number, number]) => {
  const place = ([clientX, clientY]: [number, number]) => [{ identifier: 1, target: document.body, clientX, clientY }]
  fireEvent.touchStart(screen.getByRole('dialog'), { touches: place(from) })
  fireEvent.touchEnd(screen.getByRole('dialog'), { changedTouches: place(to) })
}

test('a person moves among pictures with keys and swipes, and never past the first or last', () => {
  render(<Screen />)
  const places: [() => void, number][] = [
    [() => press('ArrowLeft'), 1],
    [() => press('End'), 3],
    [() => press('ArrowRight'), 3],
    [() => press('Home', 'ArrowRight'), 2],
    [() => swipe([300, 400], [100, 410]), 3],
    [() => swipe([300, 400], [100, 410]), 3],
    [() => swipe([100, 400], [300, 390]), 2],
    // Up and down, or a finger that only trembles.
    [() => swipe([100, 600], [180, 100]), 2],
    [() => swipe([100, 400], [130, 400]), 2],
  ]
  for (const [act, place] of places) {
    act()
    expect(shown()).toBe(`Image ${place} of 3`)
  }
})

test('a click shows a picture in its own size, where swipes and keys scroll it instead of changing it; the next picture is whole again', () => {
  render(<Screen />)
  const isZoomed = () => screen.getByRole('button', { name: /: Lamp$/ }).getAttribute('aria-pressed')
  fireEvent.click(screen.getByRole('img'))
  expect(isZoomed()).toBe('true')
  swipe([300, 400], [100, 400])
  press('ArrowRight', 'End')
  expect(shown()).toBe('Image 1 of 3')
  fireEvent.click(screen.getByRole('button', { name: 'Next image' }))
  expect(shown()).toBe('Image 2 of 3')
  expect(isZoomed()).toBe('false')
  expect(screen.queryByText('Closed')).toBeNull()
})

test('a picture that cannot be loaded says so and is tried again; the others are still shown, and a click beside one closes', () => {
  render(<Screen />)
  screen.getByRole('button', { name: /: Lamp$/ }).focus()
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  expect(screen.getByText('This image could not be loaded.')).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
  press('ArrowRight')
  expect(screen.getByRole('img', { name: 'Image 2 of 3: Lamp' })).toBeDefined()
  expect(screen.queryByText('This image could not be loaded.')).toBeNull()
  press('ArrowLeft')
  expect(screen.getByRole('img', { name: 'Image 1 of 3: Lamp' })).toBeDefined()
  fireEvent.click(screen.getByRole('img').closest('div') as Element)
  expect(screen.getByText('Closed')).toBeDefined()
})
