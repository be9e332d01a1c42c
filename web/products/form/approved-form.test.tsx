import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ReviewableField } from '#domain/edit-request.ts'
import type { Product } from '#domain/product.ts'
import { product, refuses, renderApp, request, sally } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const approved = (change: Partial<Product> = {}) => product('1', { status: 'approved', approvedPrice: 1990, ...change })
const field = (label: RegExp) => screen.findByLabelText(label) as Promise<HTMLInputElement>
const type = async (label: RegExp, value: string) => fireEvent.change(await field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const hintOf = async (label: RegExp) => document.getElementById(`${(await field(label)).id}-hint`)?.textContent ?? ''
const edit = '/seller/products/edit/1'

/** Opens the form of an approved product. The server answers with the fields that applied and those that wait, as the real one does. */
async function open(live: Product, requests: ReturnType<typeof request>[] = [], waiting: ReviewableField[] = []) {
  app = await renderApp(edit, [live], { user: sally, requests })
  app.answers['products/edit'] = ({ change }) => {
    const changed = Object.keys(change as object)
    return { ...live, applied: changed.filter((name) => !waiting.some((one) => one === name)), waiting }
  }
  await field(/^Title/)
}

describe('the form of an approved product', () => {
  it('disables no field, and shows what saving would do with each', async () => {
    await open(approved())
    for (const name of [/^Title/, /^Description/, /^Category/, /^Images/]) expect((await field(name)).disabled).toBe(false)
    expect(await hintOf(/^Title/)).toContain('Changes are reviewed first')
    expect(await hintOf(/^Stock/)).toContain('Changes apply at once')
    expect(await hintOf(/^Weight \(g\)$/)).toContain('Changes are reviewed first')
    expect(document.body.textContent).not.toContain('Locked')
  })

  it('shows before saving what applies at once and what goes to review, and afterwards the result', async () => {
    await open(approved(), [], ['title'])
    await type(/^Title/, 'Better lamp')
    await type(/^Stock/, '7')
    expect(await hintOf(/^Title/)).toContain('Goes to review when you save')
    expect(await hintOf(/^Stock/)).toContain('Applies at once when you save.')
    expect(screen.getByText('Applies at once: stock.')).toBeDefined()
    expect(screen.getByText('Goes to review: title.')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Note to the reviewer'), { target: { value: 'It was misspelt.' } })
    save()
    expect(await screen.findByText('“Lamp 1” was saved. Now on sale: stock. Awaiting review: title.')).toBeDefined()
    expect(app.sent('products/edit')).toEqual([
      { id: '1', version: 1, change: { title: 'Better lamp', stock: 7 }, submit: false, note: 'It was misspelt.' },
    ])
  })

  it('sends a price to review only where it is too far from the last approved one', async () => {
    await open(approved())
    await type(/^Price/, '15.00')
    expect(await hintOf(/^Price/)).toContain('Applies at once when you save.')
    expect(screen.queryByLabelText('Note to the reviewer')).toBeNull()
    await type(/^Price/, '1.99')
    expect(await hintOf(/^Price/)).toMatch(/by more than 50% from the last approved price of .*19\.90/)
    expect(screen.getByText('Goes to review: price.')).toBeDefined()
  })
})

describe('a form with a change that waits', () => {
  const waits = () => request('1', { title: 'Lamp 1' }, { title: 'Proposed lamp' }, { note: 'Please.' })

  it('shows the proposed values below the title that is on sale, and which fields wait, and sends the request it is based on', async () => {
    await open(approved({ editRequestId: 'request-1' }), [waits()], ['title'])
    expect((await field(/^Title/)).value).toBe('Proposed lamp')
    expect(screen.getByRole('heading', { level: 1 }).closest('header')?.textContent).toContain('Lamp 1 Approved')
    expect(screen.getByText('Awaiting review: title')).toBeDefined()
    expect(await hintOf(/^Title/)).toBe('Awaiting review. The approved value is still on sale.')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note to the reviewer').value).toBe('Please.')
    await type(/^Title/, 'Proposed lamp, again')
    save()
    await screen.findByText(/Awaiting review: title\.$/)
    expect(app.sent('products/edit')).toMatchObject([
      { change: { title: 'Proposed lamp, again' }, seenRequest: { id: 'request-1', version: 1 } },
    ])
    expect(app.sent('products/edit')[0]).not.toHaveProperty('note')
  })

  it('takes a field back from the request when the live value is typed', async () => {
    await open(approved({ editRequestId: 'request-1' }), [waits()])
    await type(/^Title/, 'Lamp 1')
    expect(await hintOf(/^Title/)).toContain('saving removes this field from the request')
    expect(screen.getByText('Removed from the request: title.')).toBeDefined()
    save()
    await waitFor(() =>
      expect(app.sent('products/edit')).toMatchObject([{ change: { title: 'Lamp 1' }, seenRequest: { id: 'request-1', version: 1 } }]),
    )
  })

  it('can withdraw it after a confirmation, and shows the live values again', async () => {
    await open(approved({ editRequestId: 'request-1' }), [waits()])
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw change' }))
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw change' })
    expect(app.sent('editRequests/withdraw')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw change' }))
    await screen.findByText('The requested change to “Lamp 1” was withdrawn.')
    await waitFor(async () => expect((await field(/^Title/)).value).toBe('Lamp 1'))
    expect(screen.queryByText('Awaiting review: title')).toBeNull()
  })

  it('keeps what was typed over it when it is withdrawn here, without saying that the product changed elsewhere', async () => {
    await open(approved({ editRequestId: 'request-1' }), [waits()])
    await type(/^Title/, 'My own words')
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw change' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw change' }))
    await waitFor(() => expect(screen.queryByText('Awaiting review: title')).toBeNull())
    expect((await field(/^Title/)).value).toBe('My own words')
    expect(screen.queryByText('This product changed while you were editing')).toBeNull()
  })

  it('keeps the unsaved input where the request was decided meanwhile', async () => {
    await open(approved({ editRequestId: 'request-1' }), [waits()])
    await type(/^Stock/, '5')
    await type(/^Title/, 'My own words')
    app.answers['products/edit'] = refuses(
      409,
      'stale-version',
      'This changed since you opened it. Review the latest version, then decide again.',
    )
    app.answers['products/get'] = () => approved({ title: 'Proposed lamp', version: 2, updated_at: '2026-11-20T11:00:00.000Z' })
    save()
    fireEvent.click(await screen.findByRole('button', { name: 'Load the latest version' }))
    expect((await field(/^Title/)).value).toBe('My own words')
    expect((await field(/^Stock/)).value).toBe('5')
    await waitFor(() => expect(screen.queryByText('Awaiting review: title')).toBeNull())
  })
})

const decidedAt = new Date().toISOString()

it('a seller reads above the form why a part of the last change was refused', async () => {
  const decisions = [
    { field: 'title', accepted: true, code: null, rejectionReason: null },
    { field: 'images', accepted: false, code: 'image_quality', rejectionReason: 'They are blurred.' },
  ] as const
  const past = request('1', { title: 'Lamp' }, { title: 'Lamp 1' }, { status: 'partly_approved', decisions: [...decisions], decidedAt })
  await open(approved(), [past])
  expect(await screen.findByText('Partly approved')).toBeDefined()
  expect(screen.getByText('On sale now: title.')).toBeDefined()
  expect(screen.getByText('Not accepted: images. Image quality. They are blurred.')).toBeDefined()
})

describe('a form whose last change was refused', () => {
  const image = (path: string) => ({ url: `/files/${path}`, path, name: path, width: 40, height: 30, thumbnails: {} })
  const refused = (proposed: Parameters<typeof request>[2], change: Parameters<typeof request>[3] = {}) =>
    request('1', { title: 'Lamp 1' }, proposed, { status: 'rejected', rejectionReason: 'Too many words.', decidedAt, ...change })
  const again = () => screen.findByRole('button', { name: 'Start from the rejected change' })

  it('no longer speaks of it a month later', async () => {
    const before = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000).toISOString()
    await open(approved(), [refused({ title: 'Better lamp' }, { decidedAt: before })])
    await waitFor(() => expect(app.sent('editRequests/list')).toHaveLength(1))
    await field(/^Title/)
    expect(screen.queryByText('Too many words.')).toBeNull()
  })

  it('starts from what was refused, which then goes to review like typed values', async () => {
    await open(approved(), [refused({ title: 'Better lamp', price: 990 })], ['title', 'price'])
    fireEvent.click(await again())
    expect((await field(/^Title/)).value).toBe('Better lamp')
    expect((await field(/^Price/)).value).toBe('9.90')
    expect(document.activeElement).toBe(await field(/^Title/))
    expect(screen.queryByRole('button', { name: 'Start from the rejected change' })).toBeNull()
    save()
    await waitFor(() => expect(app.sent('products/edit')).toMatchObject([{ change: { title: 'Better lamp', price: 990 } }]))
  })

  it('leaves out what was accepted, and what the seller has typed meanwhile', async () => {
    const decisions = [{ field: 'price' as const, accepted: true, code: null, rejectionReason: null }]
    const proposed = { title: 'Better lamp', description: 'Much better.', price: 990 }
    await open(approved(), [refused(proposed, { status: 'partly_approved', decisions })])
    await again()
    await type(/^Title/, 'My lamp')
    fireEvent.click(await again())
    expect((await field(/^Title/)).value).toBe('My lamp')
    expect((await field(/^Description/)).value).toBe('Much better.')
    expect((await field(/^Price/)).value).toBe('19.90')
  })

  it('proposes an order of the images again, but says that new ones were removed', async () => {
    const images = [image('a'), image('b')]
    await open(approved({ images }), [refused({ images: images.toReversed() })], ['images'])
    fireEvent.click(await again())
    save()
    await waitFor(() => expect(app.sent('products/edit')).toMatchObject([{ change: { images: ['b', 'a'] } }]))
    app.close()
    await open(approved({ images }), [refused({ images: [image('new'), ...images] })])
    await screen.findByText(/^The new images of this change were removed/)
    expect(screen.queryByRole('button', { name: 'Start from the rejected change' })).toBeNull()
  })
})
