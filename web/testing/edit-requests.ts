import { screen, within } from '@testing-library/react'
import type { EditRequestDetail } from '#domain/edit-request.ts'
import type { ProductImage } from '#domain/image.ts'
import { request } from '#web/testing/render-app.tsx'

/** The address of the queue. */
export const queue = '/admin/edit-requests'
const image = (name: string): ProductImage => ({
  url: `/files/${name}`,
  path: `products/1/${name}`,
  name,
  width: 9,
  height: 9,
  thumbnails: {},
})
/** A request on the title alone. */
export const titled = (id: string, change: Partial<EditRequestDetail> = {}) =>
  request(id, { title: `Lamp ${id}` }, { title: `Better lamp ${id}` }, change)
/** A request on title, price and pictures. */
export const rich = () =>
  request(
    '1',
    { title: 'Old oak lamp', price: 1990, images: [image('a'), image('b'), image('c')] },
    { title: 'New oak lamp', price: 199, images: [image('c'), image('b'), image('d')] },
  )
export const panel = () => within(screen.getByRole('region', { name: 'Opened edit request' }))
export const button = (name: string) => panel().getByRole('button', { name })
export const whyNot = (name: string) => document.getElementById(button(name).getAttribute('aria-describedby') ?? '')?.textContent
