import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { product, Refused, refuses, type renderApp } from '#web/testing/render-app.tsx'
import { openBy, opened, openQueue, press, row } from '#web/testing/triage.ts'

let app: Awaited<ReturnType<typeof renderApp>>

const button = (name: string) => screen.getByRole('button', { name })
async function approve(title: string) {
  press('a')
  await screen.findByText(`“${title}” was approved.`)
}

describe('a click', () => {
  it('decides as soon as a product opens, even while its cached state is being refetched', async () => {
    app = await openQueue('1', '2')
    await openBy('j', 'Lamp 1')
    await openBy('j', 'Lamp 2')
    await app.refresh()
    const asked = app.answers['products/get']
    let answer = () => {}
    app.answers['products/get'] = (input) => new Promise((resolve) => (answer = () => resolve(asked?.(input))))
    await openBy('k', 'Lamp 1')
    fireEvent.click(button('Reject'))
    const dialog = await screen.findByRole('dialog', { name: 'Reject product' })
    press('2')
    answer()
    fireEvent.change(within(dialog).getByLabelText(/^Explanation/), { target: { value: 'Everything is blurred here.' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject product' }))
    await screen.findByText('“Lamp 1” was rejected.')
    expect(app.sent('products/reject')).toMatchObject([{ id: '1', version: 1, code: 'image_quality' }])
  })

  it('sends the decision before the next product renders, so that the rendering does not delay it', async () => {
    app = await openQueue('1', '2')
    await openBy('j', 'Lamp 1')
    const atSending: (string | null)[] = []
    const { fetch } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation((request, init) => {
      if (request instanceof Request && request.url.endsWith('/approve'))
        atSending.push(screen.getByRole('heading', { level: 2 }).textContent)
      return fetch(request, init)
    })
    fireEvent.click(button('Approve'))
    await opened('Lamp 2')
    vi.restoreAllMocks()
    expect(atSending).toEqual(['Lamp 1'])
  })

  it('counts once if it is a double click, and a message says that the next product is still undecided', async () => {
    app = await openQueue('1', '2', '3')
    await openBy('j', 'Lamp 1')
    // A person is faster than a busy machine that renders whole screens here.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    fireEvent.click(button('Approve'), { detail: 1 })
    await opened('Lamp 2')
    fireEvent.click(button('Approve'), { detail: 2 })
    vi.restoreAllMocks()
    await screen.findByText('A double-click counts as one click. This item is not decided yet.')
    await screen.findByText('“Lamp 1” was approved.')
    expect(app.sent('products/approve')).toMatchObject([{ id: '1' }])
    expect(screen.getByRole('heading', { level: 2, name: 'Lamp 2' })).toBeDefined()
    fireEvent.click(button('Approve'), { detail: 1 })
    await screen.findByText('“Lamp 2” was approved.')
  })

  it('in a quick series decides a product that has been visible for longer than a double click lasts', async () => {
    app = await openQueue('1', '2')
    await openBy('j', 'Lamp 1')
    fireEvent.click(button('Approve'), { detail: 1 })
    await opened('Lamp 2')
    const later = performance.now() + 600
    vi.spyOn(performance, 'now').mockReturnValue(later)
    fireEvent.click(button('Approve'), { detail: 2 })
    vi.restoreAllMocks()
    await screen.findByText('“Lamp 2” was approved.')
  })
})

/** Undos are answered once the returned function is called. */
function holdUndo(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  app.answers['products/undo'] = async ({ id }) => {
    await promise
    return product(String(id), { version: 2, updatedAt: '2026-11-20T11:00:00.000Z' })
  }
  return resolve
}

describe('a decision can be undone for a while', () => {
  it('by the button of its message, or by key; the product comes back to the list', async () => {
    app = await openQueue('1', '2', '3')
    app.answers['products/undo'] = ({ id }) => product(String(id), { version: 2, updatedAt: '2026-11-20T11:00:00.000Z' })
    await openBy('j', 'Lamp 1')
    await openBy('a', 'Lamp 2')
    await screen.findByText('“Lamp 1” was approved.')
    // jsdom has no popovers, so that toasts are hidden.
    fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
    await screen.findByText('Undone: “Lamp 1” is as it was before.')
    await opened('Lamp 1')
    await openBy('j', 'Lamp 2')
    await approve('Lamp 2')
    press('u')
    await screen.findByText('Undone: “Lamp 2” is as it was before.')
    expect(app.sent('products/undo')).toMatchObject([
      { id: '1', status: 'approved', version: 1 },
      { id: '2', status: 'approved', version: 1 },
    ])
    expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull()
  })

  it('and opens again, because people undo in order to decide otherwise', async () => {
    app = await openQueue('1', '2', '3')
    const undone = ({ id }: Record<string, unknown>) => product(String(id), { version: 2, updatedAt: '2026-11-20T11:00:00.000Z' })
    app.answers['products/undo'] = (input) => {
      app.answers['products/get'] = undone
      return undone(input)
    }
    await openBy('j', 'Lamp 1')
    await approve('Lamp 1')
    await opened('Lamp 2')
    await openBy('u', 'Lamp 1')
    // Meant for the item before.
    press('a')
    await screen.findByText('This item has just opened. It is not decided yet.')
    const later = performance.now() + 600
    vi.spyOn(performance, 'now').mockReturnValue(later)
    press('a')
    vi.restoreAllMocks()
    await waitFor(() => expect(app.sent('products/approve')).toMatchObject([{ id: '1' }, { id: '1', version: 2 }]))
    await opened('Lamp 2')
  })

  it('but not if the person has gone on to another product', async () => {
    app = await openQueue('1', '2', '3')
    const answer = holdUndo()
    await openBy('j', 'Lamp 1')
    await approve('Lamp 1')
    await opened('Lamp 2')
    press('u')
    await waitFor(() => expect(app.sent('products/undo')).toHaveLength(1))
    await openBy('j', 'Lamp 3')
    answer()
    await screen.findByText('Undone: “Lamp 1” is as it was before.')
    await opened('Lamp 3')
  })

  it('and interrupts nobody who is writing the reason for another product meanwhile', async () => {
    app = await openQueue('1', '2')
    const answer = holdUndo()
    await openBy('j', 'Lamp 1')
    await approve('Lamp 1')
    await opened('Lamp 2')
    press('u')
    press('r')
    const dialog = await screen.findByRole('dialog', { name: 'Reject product' })
    answer()
    await screen.findByText('Undone: “Lamp 1” is as it was before.')
    expect(within(dialog).getByText(/Lamp 2/)).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Reject product' })).toBe(dialog)
  })

  it('but the key undoes no older one while an answer is outstanding', async () => {
    app = await openQueue('1', '2', '3')
    await openBy('j', 'Lamp 1')
    await approve('Lamp 1')
    await opened('Lamp 2')
    let answer = () => {}
    app.answers['products/approve'] = ({ id }) =>
      new Promise((resolve) => {
        answer = () => resolve(product(String(id), { status: 'approved' }))
      })
    press('a')
    // At once, before anything is rendered, and later.
    press('u')
    await opened('Lamp 3')
    press('u')
    answer()
    await screen.findByText('“Lamp 2” was approved.')
    expect(app.sent('products/undo')).toEqual([])
  })

  it('and without an answer the button stays for the rest of the time', async () => {
    app = await openQueue('1', '2')
    let fails = true
    app.answers['products/undo'] = ({ id }) => {
      if (fails) throw new Refused(503, 'unavailable', 'Try again in a moment.')
      return product(String(id), { version: 2 })
    }
    await openBy('j', 'Lamp 1')
    await approve('Lamp 1')
    press('u')
    await screen.findByText('The server did not confirm the undo of “Lamp 1”. Open it again to check.')
    fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
    await screen.findByText('Undone: “Lamp 1” is as it was before.')
  })

  it('and the reason is shown if it is too late', async () => {
    app = await openQueue('1', '2')
    app.answers['products/undo'] = refuses(409, 'too-late', 'It is too late to undo this.')
    await openBy('j', 'Lamp 1')
    await approve('Lamp 1')
    press('u')
    await screen.findByText('It is too late to undo this.')
  })
})

describe('a decision that the server refuses', () => {
  it('names the admin who was faster, and the product can be opened again as it is now', async () => {
    app = await openQueue('1', '2')
    app.answers['products/approve'] = () => {
      const fresh = product('1', { status: 'rejected', updatedAt: '2026-11-20T11:00:00.000Z' })
      throw new Refused(409, 'already-decided', 'Bert has since rejected this.', { fresh })
    }
    await openBy('j', 'Lamp 1')
    app.answers['products/get'] = ({ id }) => (id === '1' ? product('1', { status: 'rejected' }) : product(String(id)))
    await openBy('a', 'Lamp 2')
    const refusal = await screen.findByRole('alert')
    expect(refusal.textContent).toContain('“Lamp 1” was not approved. Bert has since rejected this.')
    expect(screen.getByRole('heading', { level: 2, name: 'Lamp 2' })).toBeDefined()
    expect(screen.queryByText('“Lamp 1” was approved.')).toBeNull()
    fireEvent.click(within(refusal).getByRole('button', { name: 'Open it again' }))
    await opened('Lamp 1')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(within(screen.getByRole('region', { name: 'Opened product' })).getByText('Rejected')).toBeDefined()
  })

  it('brings the product back into the list, and keeps the draft of the reason', async () => {
    app = await openQueue('1', '2')
    app.answers['products/reject'] = refuses(503, 'unavailable', 'The service is not available at the moment. Try again in a little while.')
    await openBy('j', 'Lamp 1')
    press('r')
    const dialog = await screen.findByRole('dialog', { name: 'Reject product' })
    press('1')
    fireEvent.change(within(dialog).getByLabelText(/^Explanation/), { target: { value: 'The size is missing entirely.' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject product' }))
    await opened('Lamp 2')
    const refusal = await screen.findByRole('alert')
    // Whether it was taken is unknown.
    expect(refusal.textContent).toContain('The server did not confirm that “Lamp 1” was rejected. Open it again to check.')
    expect(refusal.textContent).not.toContain('was not rejected')
    await waitFor(() => expect(row('Lamp 1')).not.toBeNull())
    fireEvent.click(within(refusal).getByRole('button', { name: 'Open it again' }))
    await opened('Lamp 1')
    press('r')
    const again = await screen.findByRole('dialog', { name: 'Reject product' })
    expect(within(again).getByLabelText<HTMLTextAreaElement>(/^Explanation/).value).toBe('The size is missing entirely.')
  })
})
