import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ada, renderApp } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const bea = { ...ada, id: 'bea', name: 'Bea', email: 'bea@example.com' }
const open = async (path: string) => {
  app = await renderApp(path, [], {
    answers: {
      'history/list': () => ({ rows: [], next: null }),
      'users/list': () => ({ rows: [ada, bea], next: null }),
      'users/get': ({ id }) => (id === 'former' ? { ...bea, id, name: 'Fred Former' } : bea),
    },
  })
  return screen.findByRole<HTMLSelectElement>('combobox', { name: 'Done by' })
}
const shown = ({ options }: HTMLSelectElement) => [...options].map(({ text }) => text)

it('an admin sees what they or a colleague did, and exports it', async () => {
  const by = await open('/admin/history')
  await waitFor(() => expect(shown(by)).toEqual(['Everyone', 'Ada (you)', 'Bea']))
  fireEvent.change(by, { target: { value: 'bea' } })
  await waitFor(() => expect(app.sent('history/list').at(-1)).toMatchObject({ by: 'bea' }))
  expect(app.address()).toBe('/admin/history?by=bea')
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/api/history/export.csv?by=bea')
  fireEvent.click(screen.getByRole('button', { name: /Done by: Bea/ }))
  await waitFor(() => expect(app.address()).toBe('/admin/history'))
  expect(by.value).toBe('')
})

it('an admin sees rejections for one reason, which can be chosen only among rejections', async () => {
  await open('/admin/history')
  const reason = () => screen.queryByRole('combobox', { name: 'Rejected for' })
  expect(reason()).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'Decision' }), { target: { value: 'rejected' } })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Rejected for' }), { target: { value: 'prohibited' } })
  await waitFor(() => expect(app.sent('history/list').at(-1)).toMatchObject({ decision: 'rejected', code: 'prohibited' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Decision' }), { target: { value: 'approved' } })
  await waitFor(() => expect(app.sent('history/list').at(-1)).toMatchObject({ decision: 'approved' }))
  expect(app.sent('history/list').at(-1)).not.toHaveProperty('code')
  expect(reason()).toBeNull()
})

it('a person who is no admin any more is named where a link asks for what they did', async () => {
  const by = await open('/admin/history?by=former')
  await waitFor(() => expect(shown(by)).toEqual(['Everyone', 'Ada (you)', 'Bea', 'Fred Former']))
  expect(within(screen.getByRole('main')).getByRole('button', { name: /Done by: Fred Former/ })).toBeDefined()
})
