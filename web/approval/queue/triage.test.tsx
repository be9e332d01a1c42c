import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { product, renderApp } from '#web/testing/render-app.tsx'
import { openBy, opened, openQueue, press, queue, row } from '#web/testing/triage.ts'

it('a queue of one seller names shop, person and picture in the filter that is on', async () => {
  const seller = { id: 'sally', name: 'Sally', shopName: 'Lamps & more', avatar: null }
  await renderApp(`${queue}?seller=sally`, [product('1', { seller })])
  const chip = await screen.findByRole('button', { name: 'Remove filter Seller: Lamps & more · Sally' })
  expect(chip.querySelector('[data-initials=S]')).not.toBeNull()
})

describe('a triage by keyboard', () => {
  it('walks through the queue and decides, and opens the next product before the answer arrives', async () => {
    const app = await openQueue('1', '2', '3')
    let answer = () => {}
    const approve = app.answers['products/approve']
    app.answers['products/approve'] = (input) => new Promise((resolve) => (answer = () => resolve(approve?.(input))))
    await openBy('j', 'Lamp 1')
    await openBy('j', 'Lamp 2')
    await openBy('k', 'Lamp 1')
    await openBy('a', 'Lamp 2')
    expect(row('Lamp 1')).toBeNull()
    expect(app.sent('products/approve')).toEqual([{ id: '1', status: 'pending', version: 1 }])
    expect(screen.queryByText('“Lamp 1” was approved.')).toBeNull()
    await screen.findByText('2 products awaiting review')
    answer()
    await screen.findByText('“Lamp 1” was approved.')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Opened product' }))
    expect(screen.getByText('Lamp 2, 1 of 2')).toBeDefined()
  })

  it('prefetches the next products before they are opened', async () => {
    const app = await openQueue('1', '2', '3', '4', '5')
    await openBy('j', 'Lamp 1')
    await waitFor(() => expect(new Set(app.sent('products/get').map(({ id }) => id))).toEqual(new Set(['1', '2', '3', '4'])))
    const asked = app.sent('products/get').length
    await openBy('j', 'Lamp 2')
    expect(app.sent('products/get').filter(({ id }) => id === '2')).toHaveLength(1)
    expect(asked).toBe(4)
  })

  it('counts a key that is held down as one decision', async () => {
    const app = await openQueue('1', '2', '3')
    await openBy('j', 'Lamp 1')
    press('a')
    fireEvent.keyDown(document.body, { key: 'a', repeat: true })
    await opened('Lamp 2')
    fireEvent.keyDown(document.body, { key: 'a', repeat: true })
    await screen.findByText('“Lamp 1” was approved.')
    expect(app.sent('products/approve')).toHaveLength(1)
  })

  it('ignores letters typed into a field', async () => {
    const app = await openQueue('1', '2')
    await openBy('j', 'Lamp 1')
    for (const key of ['a', 'r', 'j', '?']) press(key, screen.getByRole('searchbox'))
    for (const key of ['a', 'r']) press(key, screen.getByRole('combobox', { name: 'Status' }))
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
    expect(app.sent('products/approve')).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('heading', { level: 2, name: 'Lamp 1' })).toBeDefined()
  })

  it('still works after a checkbox was clicked', async () => {
    await openQueue('1', '2')
    await openBy('j', 'Lamp 1')
    const box = screen.getByRole('checkbox', { name: 'Select “Lamp 2”' })
    box.focus()
    fireEvent.click(box)
    await openBy('j', 'Lamp 2')
  })

  it('rejects with a digit for the reason and one key to send', async () => {
    const app = await openQueue('1', '2')
    await openBy('j', 'Lamp 1')
    press('r')
    const dialog = await screen.findByRole('dialog', { name: 'Reject product' })
    const reason = within(dialog).getByLabelText<HTMLSelectElement>(/^Reason/)
    expect(document.activeElement).toBe(reason)
    press('2')
    expect(reason.value).toBe('image_quality')
    press('9', within(dialog).getByLabelText(/^Explanation/))
    expect(reason.value).toBe('image_quality')
    fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true })
    await opened('Lamp 2')
    expect(app.sent('products/reject')).toMatchObject([
      { id: '1', status: 'pending', version: 1, code: 'image_quality', fields: ['images'] },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows the list of keys', async () => {
    await openQueue('1')
    press('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(dialog).getByText('Next in the list')).toBeDefined()
    press('j', dialog)
    expect(screen.queryByRole('heading', { level: 2, name: 'Lamp 1' })).toBeNull()
  })

  it('moves the focus to the heading when nothing is left', async () => {
    await openQueue('1')
    await openBy('j', 'Lamp 1')
    press('a')
    await screen.findByText('New products appear here as soon as a seller submits them.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByText('Nothing is left in this list.')).toBeDefined()
    expect(screen.queryByText('Nothing selected')).toBeNull()
  })
})

it('the first product has none before it, and the last none after it: the arrows say so', async () => {
  await openQueue('1', '2')
  await openBy('j', 'Lamp 1')
  const why = (name: string) => {
    const arrow = screen.getByRole('button', { name })
    return arrow.getAttribute('aria-disabled') === 'true' ? arrow.title : null
  }
  expect(why('Previous in the list')).toBe('Nothing comes before this in the list.')
  expect(why('Next in the list')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Previous in the list' }))
  await screen.findByText('Nothing comes before this in the list.')
  await opened('Lamp 1')
  await openBy('j', 'Lamp 2')
  expect(why('Previous in the list')).toBeNull()
  expect(why('Next in the list')).toBe('Nothing follows this in the list.')
})

it.each([
  ['the key J', () => press('j')],
  ['the button “Next in the list”', () => fireEvent.click(screen.getByRole('button', { name: 'Next in the list' }))],
])('before the list reaches the opened product, %s goes to the product after it, not to the first', async (_, goOn) => {
  const shelf = ['1', '2', '3', '4'].map((id) => product(id))
  // However often it is asked for.
  const { promise: second, resolve: answer } = Promise.withResolvers<void>()
  const app = await renderApp(`${queue}?pages=2&product=3`, shelf, {
    answers: {
      'products/queue': async ({ cursor }) => {
        if (!cursor) return { rows: shelf.slice(0, 2), next: 'further' }
        await second
        return { rows: shelf.slice(2), next: null }
      },
    },
  })
  await opened('Lamp 3')
  await screen.findByText('Lamp 1')
  await waitFor(() => expect(app.sent('products/queue').map(({ cursor }) => cursor)).toContain('further'))
  goOn()
  expect(screen.queryByRole('heading', { level: 2, name: 'Lamp 1' })).toBeNull()
  answer()
  await opened('Lamp 4')
})

it('a queue that is left for another page does not search for what that address contains', async () => {
  const app = await openQueue('1')
  await app.go('/admin/user-management?search=Vase')
  await screen.findByRole('heading', { level: 1, name: 'User management' })
  expect(app.sent('products/queue')).not.toContainEqual(expect.objectContaining({ search: 'Vase' }))
})
