import { fireEvent, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '#web/testing/render-app.tsx'

// A file of its own: here the palette is not loaded yet.
it('a person types while the palette loads: it begins with that text, follows an early Enter, and the screen behind hears nothing', async () => {
  const app = await renderApp('/admin/dashboard', [], {
    answers: {
      'search/find': () => ({ products: [], people: [], orders: [], chats: [], more: [] }),
      'orders/list': () => ({ rows: [], next: null, total: 0 }),
    },
  })
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(document.querySelector('dialog[open]')).toBeNull()
  for (const key of ['ArrowDown', 'o', 'r', 'x', 'Backspace', 'd', 'Shift', 'e', 'r', 's']) fireEvent.keyDown(document.body, { key })
  fireEvent.keyDown(document.body, { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true })
  // The browser's own keys are left to it.
  for (const key of ['Tab', 'F5']) expect(fireEvent.keyDown(document.body, { key })).toBe(true)
  for (const key of ['Backspace', 'Enter']) expect(fireEvent.keyDown(document.body, { key })).toBe(false)
  document.removeEventListener('keydown', heard)
  expect(heard.mock.calls.map(([{ key }]) => key)).toEqual(['k'])
  await waitFor(() => expect(app.address()).toBe('/admin/orders'))
  expect(app.sent('search/find')).toEqual([{ search: 'orders' }])
})
