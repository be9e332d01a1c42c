import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { EditRequestDetail } from '#domain/edit-request.ts'
import { queue, rich, titled } from '#web/testing/edit-requests.ts'
import { renderApp } from '#web/testing/render-app.tsx'
import { openBy, opened, press } from '#web/testing/triage.ts'

let app: Awaited<ReturnType<typeof renderApp>>

async function open(address: string, ...requests: EditRequestDetail[]) {
  app = await renderApp(address, [], { requests })
}

describe('the queue of edit requests', () => {
  it('shows how many wait, their sellers, and the fields they propose', async () => {
    await open(queue, rich(), titled('2'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit requests')
    expect(await screen.findByText('2 edit requests awaiting review')).toBeDefined()
    const [first] = within(await screen.findByRole('list', { name: 'Edit requests' })).getAllByRole('listitem')
    expect(first?.textContent).toContain('Lamp 1')
    expect(first?.textContent).toContain('Sally')
    expect(first?.textContent).toContain('Title, price, and images')
    const links = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(links.getByRole('link', { name: 'Edit requests, 2 pending' }).textContent).toBe('Edit requests 2')
  })

  it('is filtered by the address', async () => {
    await open(`${queue}?field=price&sort=newest&search=oak`, rich())
    await waitFor(() => expect(app.sent('editRequests/queue')).toMatchObject([{ field: 'price', sort: 'newest', search: 'oak' }]))
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'partly_approved' } })
    await screen.findByText('Nothing matches')
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await screen.findByText('No request has this status')
  })

  it('begins with what waits longest, and among decided requests with the newest', async () => {
    await open(queue, rich())
    await waitFor(() => expect(app.sent('editRequests/queue')).toEqual([expect.not.objectContaining({ sort: 'newest' })]))
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'rejected' } })
    await waitFor(() => expect(app.sent('editRequests/queue').at(-1)).toMatchObject({ status: 'rejected', sort: 'newest' }))
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe('newest')
  })

  it('is reviewed and decided by keyboard, and prefetches the next request before it is opened', async () => {
    await open(queue, titled('1'), titled('2'), titled('3'))
    await screen.findByText('Lamp 1')
    await openBy('j', 'Lamp 1')
    await waitFor(() => expect(new Set(app.sent('editRequests/get').map(({ id }) => id)).size).toBe(3))
    await openBy('a', 'Lamp 2')
    await screen.findByText('The change to “Lamp 1” was approved.')
    expect(app.sent('editRequests/approve')).toEqual([{ id: 'request-1', version: 1, productVersion: 1, refused: [] }])
    press('r')
    const dialog = await screen.findByRole('dialog', { name: 'Reject edit request' })
    expect(within(dialog).queryByRole('checkbox')).toBeNull()
    press('6')
    fireEvent.keyDown(dialog.querySelector('select') ?? dialog, { key: 'Enter', ctrlKey: true })
    await opened('Lamp 3')
    expect(app.sent('editRequests/reject')).toMatchObject([{ id: 'request-2', version: 1, productVersion: 1, code: 'duplicate' }])
    expect(app.sent('editRequests/reject')[0]).not.toHaveProperty('fields')
  })

  it('approves no request with others that was not opened as it is now', async () => {
    await open(queue, titled('1', { version: 20 }), titled('2', { version: 20 }))
    app.answers['bulkDecisions/start'] = () => new Promise(() => {})
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2 shown' }))
    expect(screen.getAllByText('Not read yet')).toHaveLength(2)
    const approve = screen.getByRole('button', { name: 'Approve selected' })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(approve.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /^2 requests were not read to the end/,
    )
    fireEvent.click(approve)
    await openBy('j', 'Lamp 1')
    await waitFor(() => expect(screen.getAllByText('Not read yet')).toHaveLength(1))
    expect(approve.getAttribute('aria-disabled')).toBeNull()
    fireEvent.click(approve)
    await waitFor(() => expect(app.sent('bulkDecisions/start')).toHaveLength(1))
    expect(app.sent('bulkDecisions/start')[0]?.items).toMatchObject([{ id: 'request-1', version: 20 }])
  })

  it('sends a bulk decision with the expected versions of requests and products', async () => {
    await open(queue, titled('1', { version: 3, productVersion: 7 }), titled('2'))
    app.answers['bulkDecisions/start'] = ({ items }) => {
      const { id, noun } = { id: 'b1', noun: 'editRequests' as const }
      const made = {
        id,
        noun,
        decision: 'approve' as const,
        status: 'held' as const,
        by: { id: 'ada', name: 'Ada' },
        items: items as never,
      }
      app.bulks.push({
        ...made,
        code: null,
        rejectionReason: null,
        runsAt: new Date(Date.now() + 10_000).toISOString(),
        finishedAt: null,
        results: [],
      })
      return app.bulks[0]
    }
    // Both are opened before they are approved together.
    for (const lamp of ['Lamp 1', 'Lamp 2']) {
      press('j')
      await opened(lamp)
    }
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2 shown' }))
    fireEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    await screen.findByText('2 edit requests are about to be approved')
    expect(app.sent('bulkDecisions/start')).toMatchObject([
      {
        noun: 'editRequests',
        items: [
          { id: 'request-1', status: 'pending', version: 3, productVersion: 7 },
          { id: 'request-2', status: 'pending', version: 1, productVersion: 1 },
        ],
      },
    ])
  })
})
