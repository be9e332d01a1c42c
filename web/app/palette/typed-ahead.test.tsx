import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '#web/testing/render-app.tsx'

// A file of its own: here the palette is not loaded yet.
it('a person types while the palette loads: it begins with that text, and the screen behind does not hear it', async () => {
  const app = await renderApp('/admin/dashboard', [], {
    answers: { 'search/find': () => ({ products: [], people: [], orders: [], chats: [], more: [] }) },
  })
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(document.querySelector('dialog[open]')).toBeNull()
  for (const key of ['l', 'a', 'x', 'Backspace', 'm', 'Shift', 'p']) fireEvent.keyDown(document.body, { key })
  document.removeEventListener('keydown', heard)
  expect(heard.mock.calls.map(([{ key }]) => key)).toEqual(['k', 'Shift'])
  expect(((await screen.findByRole('combobox', { name: 'Search' })) as HTMLInputElement).value).toBe('lamp')
  app.close()
})
