import { act, fireEvent, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ProductImage } from '#domain/image.ts'
import { liveLine } from '#web/platform/live/live-line.ts'
import { Cover } from '#web/product-views/Cover.tsx'

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
