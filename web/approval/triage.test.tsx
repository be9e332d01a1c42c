import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDesk, product, Refused } from '#web/testing/desk.tsx'

// Whole screens are drawn here, on machines that may be busy.
vi.setConfig({ testTimeout: 20_000 })
let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

const press = (key: string, on: Element = document.activeElement ?? document.body) => fireEvent.keyDown(on, { key })
const opened = (title: string) => screen.findByRole('heading', { level: 2, name: title })
const row = (title: string) => screen.queryByRole('checkbox', { name: `Select “${title}”` })
const queue = '/admin/product-approval'

/** A desk with products that wait, and the list in sight. */
async function waiting(...ids: string[]) {
  desk = await openDesk(
    queue,
    ids.map((id) => product(id)),
  )
  await screen.findByText(`Lamp ${ids[0]}`)
}

describe('a triage by keyboard', () => {
  it('walks through the queue and decides, and the next one is open before the answer is there', async () => {
    await waiting('1', '2', '3')
    let answer = () => {}
    const approve = desk.answers['products/approve']
    desk.answers['products/approve'] = (input) => new Promise((resolve) => (answer = () => resolve(approve?.(input))))
    press('j')
    await opened('Lamp 1')
    press('j')
    await opened('Lamp 2')
    press('k')
    await opened('Lamp 1')
    press('a')
    await opened('Lamp 2')
    expect(row('Lamp 1')).toBeNull()
    expect(desk.sent('products/approve')).toEqual([{ id: '1', status: 'pending', version: 1 }])
    expect(screen.queryByText('“Lamp 1” was approved.')).toBeNull()
    await screen.findByText('2 products wait for a decision')
    answer()
    await screen.findByText('“Lamp 1” was approved.')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Opened product' }))
    expect(screen.getByText('Lamp 2, 1 of 2')).toBeDefined()
  })

  it('brings what comes next here before it is opened', async () => {
    await waiting('1', '2', '3', '4', '5')
    press('j')
    await opened('Lamp 1')
    await waitFor(() => expect(new Set(desk.sent('products/get').map(({ id }) => id))).toEqual(new Set(['1', '2', '3', '4'])))
    const asked = desk.sent('products/get').length
    press('j')
    await opened('Lamp 2')
    expect(desk.sent('products/get').filter(({ id }) => id === '2')).toHaveLength(1)
    expect(asked).toBe(4)
  })

  it('takes a key that is held down for one decision', async () => {
    await waiting('1', '2', '3')
    press('j')
    await opened('Lamp 1')
    press('a')
    fireEvent.keyDown(document.body, { key: 'a', repeat: true })
    await opened('Lamp 2')
    fireEvent.keyDown(document.body, { key: 'a', repeat: true })
    await screen.findByText('“Lamp 1” was approved.')
    expect(desk.sent('products/approve')).toHaveLength(1)
  })

  it('leaves letters to whoever types them', async () => {
    await waiting('1', '2')
    press('j')
    await opened('Lamp 1')
    for (const key of ['a', 'r', 'j', '?']) press(key, screen.getByRole('searchbox'))
    for (const key of ['a', 'r']) press(key, screen.getByRole('combobox', { name: 'Status' }))
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
    expect(desk.sent('products/approve')).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('heading', { level: 2, name: 'Lamp 1' })).toBeDefined()
  })

  it('goes on working where a box was ticked by hand', async () => {
    await waiting('1', '2')
    press('j')
    await opened('Lamp 1')
    const box = screen.getByRole('checkbox', { name: 'Select “Lamp 2”' })
    box.focus()
    fireEvent.click(box)
    press('j')
    await opened('Lamp 2')
  })

  it('rejects with a digit for the reason and one key to send', async () => {
    await waiting('1', '2')
    press('j')
    await opened('Lamp 1')
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
    expect(desk.sent('products/reject')).toMatchObject([
      { id: '1', status: 'pending', version: 1, code: 'image_quality', fields: ['images'] },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('sends no rejection without a reason', async () => {
    await waiting('1')
    press('j')
    await opened('Lamp 1')
    press('r')
    const dialog = await screen.findByRole('dialog', { name: 'Reject product' })
    fireEvent.keyDown(dialog.querySelector('select') ?? dialog, { key: 'Enter', metaKey: true })
    expect(await within(dialog).findByText('Choose a reason first.')).toBeDefined()
    expect(desk.sent('products/reject')).toEqual([])
  })

  it('shows its keys', async () => {
    await waiting('1')
    press('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keys' })
    expect(within(dialog).getByText('Next in the list')).toBeDefined()
    press('j', dialog)
    expect(screen.queryByRole('heading', { level: 2, name: 'Lamp 1' })).toBeNull()
  })

  it('ends at the heading where nothing is left', async () => {
    await waiting('1')
    press('j')
    await opened('Lamp 1')
    press('a')
    await screen.findByText('Nothing opened')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByText('Nothing is left in this list.')).toBeDefined()
    expect(await screen.findByText('New products appear here by themselves as soon as a seller submits them.')).toBeDefined()
  })
})

describe('a click', () => {
  const button = (name: string) => screen.getByRole('button', { name })

  it('decides as soon as a product opens, also while what was kept of it is asked for again', async () => {
    await waiting('1', '2')
    press('j')
    await opened('Lamp 1')
    press('j')
    await opened('Lamp 2')
    await desk.refresh()
    const asked = desk.answers['products/get']
    let answer = () => {}
    desk.answers['products/get'] = (input) => new Promise((resolve) => (answer = () => resolve(asked?.(input))))
    press('k')
    await opened('Lamp 1')
    fireEvent.click(button('Reject'))
    const dialog = await screen.findByRole('dialog', { name: 'Reject product' })
    press('2')
    answer()
    fireEvent.change(within(dialog).getByLabelText(/^Explanation/), { target: { value: 'Everything is blurred here.' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject product' }))
    await screen.findByText('“Lamp 1” was rejected.')
    expect(desk.sent('products/reject')).toMatchObject([{ id: '1', version: 1, code: 'image_quality' }])
  })

  it('counts once where it is a double one, and whoever meant the next product reads that it is still undecided', async () => {
    await waiting('1', '2', '3')
    press('j')
    await opened('Lamp 1')
    // A hand is quicker than a busy machine that draws whole screens here.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    fireEvent.click(button('Approve'), { detail: 1 })
    await opened('Lamp 2')
    fireEvent.click(button('Approve'), { detail: 2 })
    vi.restoreAllMocks()
    await screen.findByText('A double click counts once. This one is not decided yet.')
    await screen.findByText('“Lamp 1” was approved.')
    expect(desk.sent('products/approve')).toMatchObject([{ id: '1' }])
    expect(screen.getByRole('heading', { level: 2, name: 'Lamp 2' })).toBeDefined()
    fireEvent.click(button('Approve'), { detail: 1 })
    await screen.findByText('“Lamp 2” was approved.')
  })

  it('of a hand in a quick rhythm decides what has been in sight for longer than a double click lasts', async () => {
    await waiting('1', '2')
    press('j')
    await opened('Lamp 1')
    fireEvent.click(button('Approve'), { detail: 1 })
    await opened('Lamp 2')
    const later = performance.now() + 600
    vi.spyOn(performance, 'now').mockReturnValue(later)
    fireEvent.click(button('Approve'), { detail: 2 })
    vi.restoreAllMocks()
    await screen.findByText('“Lamp 2” was approved.')
  })
})

describe('a decision that the server refuses', () => {
  it('is told with who was faster, and the product can be opened again as it is now', async () => {
    await waiting('1', '2')
    desk.answers['products/approve'] = () => {
      const fresh = product('1', { status: 'rejected', updatedAt: '2026-11-20T11:00:00.000Z' })
      throw new Refused(409, 'already-decided', 'Bert has rejected this meanwhile.', { fresh })
    }
    press('j')
    await opened('Lamp 1')
    desk.answers['products/get'] = ({ id }) => (id === '1' ? product('1', { status: 'rejected' }) : product(String(id)))
    press('a')
    await opened('Lamp 2')
    const refusal = await screen.findByRole('alert')
    expect(refusal.textContent).toContain('“Lamp 1” was not approved. Bert has rejected this meanwhile.')
    expect(screen.getByRole('heading', { level: 2, name: 'Lamp 2' })).toBeDefined()
    expect(screen.queryByText('“Lamp 1” was approved.')).toBeNull()
    fireEvent.click(within(refusal).getByRole('button', { name: 'Open it again' }))
    await opened('Lamp 1')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(within(screen.getByRole('region', { name: 'Opened product' })).getByText('Rejected')).toBeDefined()
  })

  it('brings the product back into the list, and keeps the reason that was written', async () => {
    await waiting('1', '2')
    desk.answers['products/reject'] = () => {
      throw new Refused(503, 'unavailable', 'The service cannot be reached at the moment. Try again in a little while.')
    }
    press('j')
    await opened('Lamp 1')
    press('r')
    const dialog = await screen.findByRole('dialog', { name: 'Reject product' })
    press('1')
    fireEvent.change(within(dialog).getByLabelText(/^Explanation/), { target: { value: 'The size is missing entirely.' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject product' }))
    await opened('Lamp 2')
    const refusal = await screen.findByRole('alert')
    // It may have been taken: nobody here knows.
    expect(refusal.textContent).toContain('No answer came on rejecting “Lamp 1”. It may be rejected all the same: look at it again.')
    expect(refusal.textContent).not.toContain('was not rejected')
    await waitFor(() => expect(row('Lamp 1')).not.toBeNull())
    fireEvent.click(within(refusal).getByRole('button', { name: 'Open it again' }))
    await opened('Lamp 1')
    press('r')
    const again = await screen.findByRole('dialog', { name: 'Reject product' })
    expect(within(again).getByLabelText<HTMLTextAreaElement>(/^Explanation/).value).toBe('The size is missing entirely.')
  })
})

describe('what is on sale or was', () => {
  const buttons = () => within(screen.getByRole('region', { name: 'Opened product' })).getAllByRole('button')
  const names = () => buttons().map(({ textContent }) => textContent)

  it.each([
    ['approved', ['Archive', 'Take down']],
    ['archived', ['Take down', 'Restore']],
    ['rejected', ['Approve']],
    ['draft', []],
  ] as const)('%s offers %j and nothing else', async (status, moves) => {
    desk = await openDesk(`${queue}?status=${status}&product=1`, [product('1', { status })])
    await opened('Lamp 1')
    const all = ['Archive', 'Take down', 'Restore', 'Approve', 'Reject']
    expect(names().filter((name) => all.includes(name ?? ''))).toEqual([...moves])
  })

  it('is taken down with a reason, as it was seen', async () => {
    desk = await openDesk(`${queue}?status=approved&product=1`, [product('1', { status: 'approved', version: 4 })])
    await opened('Lamp 1')
    fireEvent.click(screen.getByRole('button', { name: 'Take down' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take down product' })
    press('8')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Take down product' }))
    await screen.findByText('“Lamp 1” was taken down.')
    expect(desk.sent('products/reject')).toMatchObject([{ id: '1', status: 'approved', version: 4, code: 'counterfeit' }])
  })

  it('says why it cannot be decided without a seller', async () => {
    desk = await openDesk(`${queue}?product=1`, [product('1', { seller_id: null, sellerName: null })])
    await opened('Lamp 1')
    const approve = screen.getByRole('button', { name: 'Approve' })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(approve.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Seller ID not found for this product',
    )
    press('a')
    expect(desk.sent('products/approve')).toEqual([])
  })
})

describe('what the seller wrote', () => {
  it('keeps attributes apart, so that one called "Price" is not taken for the price, also where a name stands twice', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const attributes = [
      { key: 'Price', value: 'a gift' },
      { key: 'Price', value: 'almost nothing' },
    ]
    desk = await openDesk(`${queue}?product=1`, [product('1', { attributes, tags: ['oak', 'oak'] })])
    await opened('Lamp 1')
    const part = (name: string) => within(screen.getByRole('heading', { level: 3, name }).closest('section') ?? document.body)
    expect(part('Details').queryByText('a gift')).toBeNull()
    expect(part('Details').getAllByText('Price')).toHaveLength(1)
    expect(part('Details').getAllByText('oak')).toHaveLength(1)
    expect(
      part('Attributes')
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['a gift', 'almost nothing'])
    expect(errors).not.toHaveBeenCalled()
    errors.mockRestore()
  })
})

describe('what is worth a second look', () => {
  it('is said to be unknown where it could not be loaded, and asked for again', async () => {
    desk = await openDesk(`${queue}?product=1`, [product('1')])
    desk.answers['products/warnings'] = () => {
      throw new Refused(422, 'invalid-argument', 'No.')
    }
    await opened('Lamp 1')
    await act(() => desk.refresh())
    const failed = await screen.findByText('Whether anything is worth a second look could not be loaded.')
    desk.answers['products/warnings'] = () => [{ code: 'no_description' }]
    fireEvent.click(within(failed.parentElement ?? failed).getByRole('button', { name: 'Try again' }))
    await screen.findByText('It has no description.')
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('is said to be on its way, and so are the attempts, before anything is known', async () => {
    desk = await openDesk(queue, [product('1')])
    const never = () => new Promise(() => {})
    Object.assign(desk.answers, { 'products/warnings': never, 'products/attempts': never })
    await screen.findByText('Lamp 1')
    press('j')
    await opened('Lamp 1')
    expect(screen.getByText('Checking for what is worth a second look …')).toBeDefined()
    expect(screen.getByText('Loading the earlier attempts …')).toBeDefined()
    expect(screen.queryByText('It was never submitted for approval.')).toBeNull()
  })
})

it('what its seller emptied after a rejection cannot be approved, and the button says why', async () => {
  desk = await openDesk(`${queue}?status=rejected&product=1`, [product('1', { status: 'rejected', images: [], description: '' })])
  await opened('Lamp 1')
  const approve = screen.getByRole('button', { name: 'Approve' })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(approve.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Something is still missing before this can be reviewed or sold.',
  )
  fireEvent.click(approve)
  press('a')
  expect(desk.sent('products/approve')).toEqual([])
})

it('a colleague who looks at the same product is named, and that one left is told', async () => {
  await waiting('1', '2')
  desk.answers['products/look'] = ({ leave }) => ({ others: leave ? [] : [{ id: 'bert', name: 'Bert' }] })
  press('j')
  await opened('Lamp 1')
  expect(await screen.findByText('Bert is looking at this')).toBeDefined()
  press('j')
  await opened('Lamp 2')
  await waitFor(() => expect(desk.sent('products/look')).toContainEqual({ id: '1', leave: true }))
})
