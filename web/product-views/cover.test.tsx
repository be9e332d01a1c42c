import { act, fireEvent, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ProductImage } from '#domain/image.ts'
import { liveLine } from '#web/platform/live/live-line.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { Gallery } from '#web/product-views/Gallery.tsx'

const lamp = { url: '/files/lamp.jpg', path: 'products/1/1_lamp.jpg', name: 'lamp.jpg', thumbnails: {} } as unknown as ProductImage

it('a cover that cannot be loaded is shown like none, until the product has another one or the connection is back', () => {
  const { container, rerender } = render(<Cover image={lamp} />)
  const shown = () => container.querySelector('img')?.getAttribute('src')
  expect(shown()).toBe('/files/lamp.jpg')
  fireEvent.error(container.querySelector('img') as HTMLImageElement)
  expect(shown()).toBeUndefined()
  expect(container.querySelector('svg')).not.toBeNull()
  rerender(<Cover image={{ ...lamp, url: '/files/other.jpg' }} />)
  expect(shown()).toBe('/files/other.jpg')
  fireEvent.error(container.querySelector('img') as HTMLImageElement)
  expect(shown()).toBeUndefined()
  act(() => liveLine.set('live'))
  expect(shown()).toBe('/files/other.jpg')
})

it('the pictures of a product that cannot be loaded are tried again when the connection is back', () => {
  const { container } = render(
    <Gallery title="Lamp" images={[lamp, { ...lamp, path: 'products/1/2_lamp.jpg', url: '/files/other.jpg' }]} />,
  )
  const shown = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  const all = shown()
  expect(all).toEqual(['/files/lamp.jpg', '/files/lamp.jpg', '/files/other.jpg'])
  for (const image of container.querySelectorAll('img')) fireEvent.error(image)
  expect(shown()).toEqual([])
  act(() => liveLine.set('offline'))
  expect(shown()).toEqual(all)
})
