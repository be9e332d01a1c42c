import { fireEvent, screen } from '@testing-library/react'
import { product, renderApp } from '#web/testing/render-app.tsx'

export const queue = '/admin/product-approval'
export const press = (key: string, on: Element = document.activeElement ?? document.body) => fireEvent.keyDown(on, { key })
export const opened = (title: string) => screen.findByRole('heading', { level: 2, name: title })
/** Presses a key after which this item opens. */
export async function openBy(key: string, title: string) {
  press(key)
  return await opened(title)
}
export const row = (title: string) => screen.queryByRole('checkbox', { name: `Select “${title}”` })

/** Opens the queue with these pending products. */
export async function openQueue(...ids: string[]) {
  const app = await renderApp(
    queue,
    ids.map((id) => product(id)),
  )
  await screen.findByText(`Lamp ${ids[0]}`)
  return app
}
