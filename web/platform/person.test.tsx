import { act, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Avatar } from '#web/platform/Person.tsx'

afterEach(() => vi.restoreAllMocks())

it('a person whose picture cannot be loaded is shown by their initials, and by the picture once the connection is back', () => {
  const { container } = render(<Avatar name="Ingrid Solberg" picture="/files/ingrid.jpg" />)
  const img = () => container.querySelector('img')
  const connect = (onLine: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    act(() => void dispatchEvent(new Event(onLine ? 'online' : 'offline')))
  }
  expect(container.querySelector('[data-initials]')).toBeNull()
  connect(false)
  fireEvent.error(img() as HTMLElement)
  expect(img()).toBeNull()
  expect(container.querySelector('[data-initials=IS]')).not.toBeNull()
  connect(true)
  expect(img()?.getAttribute('src')).toBe('/files/ingrid.jpg')
})
