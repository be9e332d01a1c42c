import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { EditRequestDetail } from '#domain/edit-request.ts'
import { button, panel, queue, rich, titled, whyNot } from '#web/testing/edit-requests.ts'
import { product, refuses, renderApp, request, sally } from '#web/testing/render-app.tsx'
import { openBy, opened, press } from '#web/testing/triage.ts'

let app: Awaited<ReturnType<typeof renderApp>>

async function open(address: string, ...requests: EditRequestDetail[]) {
  app = await renderApp(address, [], { requests })
}

describe('the difference', () => {
  it('is shown word by word, price by price, picture by picture', async () => {
    await open(`${queue}?request=request-1`, rich())
    await opened('Lamp 1')
    const part = (name: string) => within(panel().getByRole('heading', { level: 3, name }).closest('section') ?? document.body)
    await waitFor(() => expect(part('Title').getByText('Old').tagName).toBe('DEL'))
    expect(part('Title').getByText('New').tagName).toBe('INS')
    expect(part('Price').getByText(/^−90% against the last approved price of .*19\.90$/)).toBeDefined()
    const marks = part('Images')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(marks).toEqual(['1. Removed', '2. Moved', '3. Moved', '1. Moved', '2. Moved', '3. Added'])
  })

  it('shows a description with its Markdown, and as buyers will see it', async () => {
    const live = { description: 'Made of oak.' }
    const proposed = { description: 'Made of **ash**.' }
    await open(`${queue}?request=request-1`, titled('1', { fields: ['description'], live, proposed, payload: proposed }))
    await opened('Lamp 1')
    const previews = panel().getAllByText('Preview')
    expect(previews).toHaveLength(2)
    expect(panel().queryByText('ash')).toBeNull()
    fireEvent.click(previews[1] as HTMLElement)
    await waitFor(() => expect(panel().getByText('ash').tagName).toBe('STRONG'))
  })

  it('labels deleted pictures, and opens only the others', async () => {
    await open(`${queue}?request=request-1`, { ...rich(), gone: ['products/1/a'] })
    await opened('Lamp 1')
    expect(panel().getAllByText('Deleted since')).toHaveLength(1)
    expect(
      panel()
        .queryAllByRole('img')
        .some((picture) => picture.getAttribute('src')?.endsWith('/a')),
    ).toBe(false)
    expect(panel().getAllByRole('button', { name: /image/i })).toHaveLength(5)
    expect(panel().getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('is a tree of plain text for a payload that is not understood, which can only be rejected', async () => {
    const strange = { html: '<img src=x onerror=alert(1)>', deep: { list: [1, null] } }
    await open(`${queue}?request=request-1`, titled('1', { fields: [], proposed: null, live: {}, payload: strange }))
    await opened('Lamp 1')
    expect(panel().getByText('<img src=x onerror=alert(1)>')).toBeDefined()
    expect(document.querySelector('img[src="x"]')).toBeNull()
    expect(button('Approve').getAttribute('aria-disabled')).toBe('true')
    expect(whyNot('Approve')).toBe('Backstall does not understand what this request asks for, so it can only be closed.')
    press('a')
    expect(app.sent('editRequests/approve')).toEqual([])
    fireEvent.click(button('Reject'))
    const dialog = await screen.findByRole('dialog', { name: 'Reject edit request' })
    press('1')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject edit request' }))
    await screen.findByText('The change to “Lamp 1” was rejected.')
  })
})

it.each([
  [{}, 1],
  [{ sellerClosed: true }, 0],
  [{ sellerIsAdmin: true }, 0],
])('a request with %j has %i links to a chat with its seller', async (seller, count) => {
  await open(`${queue}?request=request-1`, titled('1', seller))
  await opened('Lamp 1')
  expect(panel().queryAllByRole('button', { name: 'Open chat' })).toHaveLength(count)
})

describe('a decision per field', () => {
  const refuse = (field: string) => fireEvent.click(panel().getByRole('radio', { name: `Refuse ${field}` }))
  const write = (field: string, code: string, text: string) => {
    const why = within(panel().getByRole('group', { name: `Reason for refusing ${field}` }))
    fireEvent.change(why.getByLabelText(/^Reason/), { target: { value: code } })
    fireEvent.change(why.getByLabelText(/^Explanation/), { target: { value: text } })
  }

  it('accepts some and refuses others, each with its reason', async () => {
    await open(`${queue}?request=request-1`, rich())
    await opened('Lamp 1')
    refuse('images')
    expect(panel().getByText('“Approve” accepts title and price and refuses images.')).toBeDefined()
    fireEvent.click(button('Approve'))
    expect(await panel().findByText('Choose a reason first.')).toBeDefined()
    expect(app.sent('editRequests/approve')).toEqual([])
    write('images', 'image_quality', 'The new ones are blurred.')
    fireEvent.click(button('Approve'))
    await screen.findByText('Part of the change to “Lamp 1” was approved.')
    const refused = [{ field: 'images', code: 'image_quality', rejectionReason: 'The new ones are blurred.' }]
    expect(app.sent('editRequests/approve')).toEqual([{ id: 'request-1', version: 1, productVersion: 1, refused }])
  })

  it('rejects where every field is refused, and keeps the drafts of the reasons until then', async () => {
    await open(`${queue}?request=request-1`, titled('1'), titled('2'))
    await opened('Lamp 1')
    refuse('title')
    expect(whyNot('Approve')).toBe('Every field is refused: choose “Reject”.')
    write('title', 'misleading', 'It is not better at all.')
    await openBy('j', 'Lamp 2')
    await openBy('k', 'Lamp 1')
    fireEvent.click(button('Reject'))
    await opened('Lamp 2')
    const refused = [{ field: 'title', code: 'misleading', rejectionReason: 'It is not better at all.' }]
    expect(app.sent('editRequests/approve')).toMatchObject([{ id: 'request-1', refused }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is sent with Ctrl and Enter from a reason; Escape leaves the reason, and keys work again', async () => {
    await open(`${queue}?request=request-1`, rich(), titled('2'))
    await opened('Lamp 1')
    press('f')
    press('n')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('SELECT'))
    press('2')
    const explanation = panel().getByLabelText<HTMLTextAreaElement>(/^Explanation/)
    fireEvent.change(explanation, { target: { value: 'It names another lamp.' } })
    explanation.focus()
    press('Escape')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Refuse.*title/i)
    expect(panel().getByRole('heading', { level: 2, name: 'Lamp 1' })).toBeDefined()
    press('f')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Accept.*price/i)
    explanation.focus()
    fireEvent.keyDown(explanation, { key: 'Enter', ctrlKey: true })
    await opened('Lamp 2')
    expect(app.sent('editRequests/approve')).toMatchObject([{ id: 'request-1', refused: [{ field: 'title', code: 'image_quality' }] }])
    // Where every field is refused, the same keys reject.
    press('f')
    press('n')
    press('2')
    fireEvent.change(panel().getByLabelText(/^Explanation/), { target: { value: 'It names another lamp.' } })
    fireEvent.keyDown(panel().getByLabelText(/^Explanation/), { key: 'Enter', metaKey: true })
    await waitFor(() =>
      expect(app.sent('editRequests/approve')).toMatchObject([
        { id: 'request-1' },
        { id: 'request-2', refused: [{ field: 'title', code: 'image_quality' }] },
      ]),
    )
  })

  it('is made with keys, field by field, and undone by a key', async () => {
    await open(`${queue}?request=request-1`, rich())
    await opened('Lamp 1')
    press('f')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Accept.*title/i)
    press('f')
    press('n')
    expect((panel().getByRole('radio', { name: /^refuse.*price/i }) as HTMLInputElement).checked).toBe(true)
    await waitFor(() => expect(document.activeElement?.tagName).toBe('SELECT'))
    fireEvent.keyDown(document.activeElement as Element, { key: '5' })
    expect((document.activeElement as HTMLSelectElement).value).toBe('price_error')
    panel()
      .getByRole('radio', { name: /^refuse.*price/i })
      .focus()
    press('y')
    expect((panel().getByRole('radio', { name: /^accept.*price/i }) as HTMLInputElement).checked).toBe(true)
    app.answers['editRequests/undo'] = () => ({ ...rich(), version: 2 })
    press('a')
    await screen.findByText('The change to “Lamp 1” was approved.')
    expect(screen.queryByRole('heading', { level: 2, name: 'Lamp 1' })).toBeNull()
    press('u')
    await screen.findByText('Undone: “Lamp 1” is as it was before.')
    await opened('Lamp 1')
    expect(app.sent('editRequests/undo')).toMatchObject([{ id: 'request-1' }])
  })

  it('accepts nothing that was not shown', async () => {
    const watched: ((entries: { isIntersecting: boolean; target: Element }[]) => void)[] = []
    const targets: Element[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(see: (typeof watched)[number]) {
          watched.push(see)
        }
        observe(target: Element) {
          targets.push(target)
        }
        disconnect() {}
      },
    )
    Element.prototype.scrollIntoView = () => {}
    await open(`${queue}?request=request-1`, rich())
    await opened('Lamp 1')
    press('a')
    // For the eye above the buttons, for screen readers in a region that speaks.
    const why = await panel().findAllByText('“Title” was not shown yet. Review it, then decide.')
    expect(why.map((one) => one.getAttribute('role') ?? one.closest('footer')?.tagName)).toEqual(['status', 'FOOTER'])
    expect(app.sent('editRequests/approve')).toEqual([])
    fireEvent.click(panel().getByRole('radio', { name: 'Refuse images' }))
    expect(panel().queryAllByText(/^“Title” was not shown yet/)).toEqual([])
    fireEvent.click(panel().getByRole('radio', { name: 'Accept images' }))
    act(() => {
      for (const see of watched) see(targets.map((target) => ({ isIntersecting: true, target })))
    })
    press('a')
    await waitFor(() => expect(app.sent('editRequests/approve')).toHaveLength(1))
    vi.unstubAllGlobals()
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })

  it('does not let an admin accept a deleted picture, and says what to do instead', async () => {
    const request = rich()
    const [added] = request.proposed?.images?.filter(({ path }) => !request.live.images?.some((image) => image.path === path)) ?? []
    await open(`${queue}?request=request-1`, { ...request, gone: [added?.path ?? ''] })
    await opened('Lamp 1')
    const approve = () => panel().getByRole('button', { name: 'Approve' })
    expect(approve().getAttribute('aria-disabled')).toBe('true')
    expect(panel().getByText(/^A proposed image was deleted/)).toBeDefined()
    press('a')
    expect(app.sent('editRequests/approve')).toEqual([])
    fireEvent.click(panel().getByRole('radio', { name: /^refuse.*images/i }))
    expect(approve().getAttribute('aria-disabled')).toBeNull()
  })
})

describe('a request of a seller who is suspended', () => {
  const sentence = 'The seller is suspended. Pending products return to the queue when the seller is reactivated.'
  const disabled = (name: string) => button(name).getAttribute('aria-disabled')

  it('says so on both buttons, and takes no decision by click or key', async () => {
    await open(`${queue}?request=request-1`, titled('1', { sellerSuspended: true }))
    await opened('Lamp 1')
    for (const name of ['Approve', 'Reject']) {
      expect(disabled(name)).toBe('true')
      expect(whyNot(name)).toBe(sentence)
      fireEvent.click(button(name))
    }
    press('a')
    press('r')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(app.calls.filter(({ path }) => /^editRequests\/(approve|reject)$/.test(path))).toEqual([])
  })

  it('leaves the list and the selection while it is read, and can be decided as soon as the seller is reactivated', async () => {
    const requests = [titled('1'), titled('2')]
    await open(`${queue}?request=request-1`, ...requests)
    await opened('Lamp 1')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select “Lamp 1”' }))
    expect(screen.getByRole('button', { name: 'Approve selected' })).toBeDefined()
    const listed = app.answers['editRequests/queue']
    app.answers['editRequests/queue'] = () => ({ rows: [titled('2')], next: null })
    app.answers['editRequests/get'] = () => titled('1', { sellerSuspended: true })
    await act(() => app.refresh())
    await waitFor(() => expect(whyNot('Approve')).toBe(sentence))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select “Lamp 1”' })).toBeNull())
    expect(screen.queryByRole('button', { name: 'Approve selected' })).toBeNull()
    Object.assign(app.answers, { 'editRequests/queue': listed, 'editRequests/get': () => titled('1', { sellerSuspended: false }) })
    await act(() => app.refresh())
    await waitFor(() => expect(disabled('Approve')).toBeNull())
    expect(panel().queryByText(sentence)).toBeNull()
    press('a')
    await waitFor(() => expect(app.sent('editRequests/approve')).toMatchObject([{ id: 'request-1' }]))
  })

  it('is not rejected by an admin who was writing the reason at that moment; the dialog says why, and stays open', async () => {
    await open(`${queue}?request=request-1`, titled('1'))
    await opened('Lamp 1')
    press('r')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject edit request' }))
    press('6')
    app.answers['editRequests/get'] = () => titled('1', { sellerSuspended: true })
    await act(() => app.refresh())
    await dialog.findByText(sentence)
    fireEvent.click(dialog.getByRole('button', { name: 'Reject edit request' }))
    expect(app.sent('editRequests/reject')).toEqual([])
    expect(screen.getByRole('dialog', { name: 'Reject edit request' })).toBeDefined()
  })
})

describe('a request that changed meanwhile', () => {
  it('shows what changed while it is read, and is decided only after the admin has confirmed reading it', async () => {
    const requests = [titled('1')]
    await open(`${queue}?request=request-1`, ...requests)
    await opened('Lamp 1')
    app.answers['editRequests/get'] = () => request('1', { title: 'Lamp 1' }, { title: 'Other lamp' }, { version: 2 })
    await act(() => app.refresh())
    expect(await panel().findByText(/^The seller changed this while you were reading: title\./)).toBeDefined()
    expect(panel().getByText('Changed just now')).toBeDefined()
    press('a')
    expect(app.sent('editRequests/approve')).toEqual([])
    fireEvent.click(panel().getByRole('button', { name: 'I have seen it' }))
    press('a')
    await waitFor(() => expect(app.sent('editRequests/approve')).toMatchObject([{ version: 2 }]))
  })

  it('shows which admin was faster, and opens as it is now', async () => {
    await open(queue, titled('1'), titled('2'))
    await screen.findByText('Lamp 1')
    await openBy('j', 'Lamp 1')
    const fresh = titled('1', { status: 'rejected', decidedBy: 'Bert', rejectionReason: 'No.' })
    app.answers['editRequests/approve'] = refuses(409, 'already-decided', 'Bert has since rejected this.', { fresh })
    const get = app.answers['editRequests/get']
    app.answers['editRequests/get'] = (input) => (input.id === 'request-1' ? fresh : get?.(input))
    await openBy('a', 'Lamp 2')
    const refusal = await screen.findByRole('alert')
    expect(refusal.textContent).toContain('The change to “Lamp 1” was not approved. Bert has since rejected this.')
    fireEvent.click(within(refusal).getByRole('button', { name: 'Open it again' }))
    await opened('Lamp 1')
    expect(panel().getByText('Change rejected')).toBeDefined()
    expect(panel().queryByRole('button', { name: 'Approve' })).toBeNull()
  })
})

describe('payload keys that Backstall does not understand', () => {
  const others = { colour: '<img src=x onerror=alert(1)>', مقاس: { כחול: 5 }, '🪑': [1, null] }
  const further = () => within(screen.getByText('3 additional fields').closest('details') ?? document.body)
  const isShown = () => {
    expect(screen.getByText('3 additional fields').closest('details')?.open).toBe(false)
    expect(further().getByText('<img src=x onerror=alert(1)>').tagName).toBe('BDI')
    for (const key of ['colour', 'مقاس', 'כחול', '🪑']) expect(further().getByText(key).tagName).toBe('BDI')
    expect(document.querySelector('img[src="x"]')).toBeNull()
    expect(further().queryByText('title')).toBeNull()
  }

  it('are folded below the difference for an admin, as text alone, and block no approval', async () => {
    const asked = titled('1')
    await open(`${queue}?request=request-1`, { ...asked, payload: { ...asked.proposed, ...others } })
    await opened('Lamp 1')
    isShown()
    press('a')
    await screen.findByText('The change to “Lamp 1” was approved.')
  })

  it('are shown to the seller too, even if there is nothing else', async () => {
    const asked = titled('1')
    const requests = [{ ...asked, payload: { ...asked.proposed, ...others } }]
    app = await renderApp('/seller/products/1', [product('1', { status: 'approved', editRequestId: 'request-1' })], {
      user: sally,
      requests,
    })
    expect(await screen.findByRole('heading', { name: 'Change in review' })).toBeDefined()
    await screen.findByText('3 additional fields')
    isShown()
    Object.assign(requests[0] ?? {}, { fields: [], proposed: null, live: {}, payload: others, version: 2 })
    await act(() => app.refresh())
    const sent = within(await screen.findByRole('region', { name: 'As it was sent' }))
    expect(sent.getByText('<img src=x onerror=alert(1)>')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Withdraw change' })).toBeDefined()
  })

  it('are not shown for a request without any', async () => {
    await open(`${queue}?request=request-1`, titled('1'))
    await opened('Lamp 1')
    expect(document.querySelector('details')).toBeNull()
  })
})

it('a seller sees live beside proposed values while they wait, for a month what was refused, and then the timeline alone', async () => {
  const decisions = [{ field: 'title', accepted: false, code: 'misleading', rejectionReason: 'It is no oak.' } as const]
  const requests = [rich()]
  app = await renderApp('/seller/products/1', [product('1', { status: 'approved', editRequestId: 'request-1' })], {
    user: sally,
    requests,
  })
  expect(await screen.findByRole('heading', { name: 'Change in review' })).toBeDefined()
  await waitFor(() => expect(screen.getByText('New').tagName).toBe('INS'))
  expect(screen.queryByRole('radio')).toBeNull()
  screen.getByText(/^Buyers see the product as it is below/)
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString()
  Object.assign(requests[0] ?? {}, { status: 'partly_approved', decisions, decidedAt: daysAgo(29) })
  await act(() => app.refresh())
  expect(await screen.findByText('Partly approved')).toBeDefined()
  expect(screen.getByText(/It is no oak\.$/).textContent).toBe('Not accepted: title. Misleading. It is no oak.')
  expect(screen.queryByRole('button', { name: 'Withdraw change' })).toBeNull()
  expect(screen.queryByText('Change in review')).toBeNull()
  Object.assign(requests[0] ?? {}, { status: 'rejected', decisions: [], rejectionReason: 'It is no oak.' })
  await act(() => app.refresh())
  expect((await screen.findByRole('alert')).textContent).toContain('It is no oak.Buyers still see the product as it was.')
  Object.assign(requests[0] ?? {}, { decidedAt: daysAgo(31) })
  await act(() => app.refresh())
  await waitFor(() => expect(screen.queryByText('It is no oak.')).toBeNull())
})

it('a seller sees no more of a change above the product once it was withdrawn', async () => {
  const requests = [{ ...rich(), status: 'withdrawn' as const, decidedAt: new Date().toISOString() }]
  app = await renderApp('/seller/products/1', [product('1', { status: 'approved' })], { user: sally, requests })
  await screen.findByRole('heading', { name: 'Timeline' })
  expect(screen.queryByText(/Change withdrawn|Change in review/)).toBeNull()
  expect(app.sent('editRequests/get')).toHaveLength(0)
})

it('a seller whose product was taken down is not told that buyers still see it', async () => {
  const refused = titled('1', { status: 'rejected', decidedAt: new Date().toISOString(), rejectionReason: 'It is no oak.' })
  app = await renderApp('/seller/products/1', [product('1', { status: 'rejected', rejectionReason: 'It was sold before.' })], {
    user: sally,
    requests: [refused],
  })
  expect((await screen.findAllByText(/It was sold before\./)).length).toBeGreaterThan(0)
  await waitFor(() => expect(app.sent('editRequests/list')).toHaveLength(1))
  expect(screen.queryByText(/Buyers still see/)).toBeNull()
})
