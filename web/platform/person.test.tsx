import { act, fireEvent, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Avatar } from '#web/platform/Person.tsx'

it('a person whose picture cannot be loaded is shown by their initials, and by the picture once the connection is back', () => {
  const { container } = render(<Avatar name="Ingrid Solberg" picture="/files/ingrid.jpg" />)
  const img = () => container.querySelector('img')
  expect(container.querySelector('[data-initials]')).toBeNull()
  fireEvent.error(img() as HTMLElement)
  expect(img()).toBeNull()
  expect(container.querySelector('[data-initials=IS]')).not.toBeNull()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(img()?.getAttribute('src')).toBe('/files/ingrid.jpg')
  vi.restoreAllMocks()
})
