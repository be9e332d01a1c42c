import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defaultSettings } from '#domain/settings.ts'
import type { Finding, TransferCounts, WaitingAdmin } from '#domain/transfer.ts'
import type { TransferRun } from '#domain/transfer-run.ts'
import { Refused, refuses, renderApp } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const counts = (some: Partial<TransferCounts>): TransferCounts => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  kept: 0,
  rejected: 0,
  ...some,
})
const run = (some: Partial<TransferRun> = {}): TransferRun => ({
  id: 'run1',
  name: 'shop.zip',
  by: 'Ada Admin',
  status: 'checked',
  majorUnits: false,
  progress: { at: null, counts: { users: counts({ read: 1_203, created: 1_200, rejected: 3 }), messages: counts({}) } },
  problem: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  finishedAt: null,
  ...some,
})

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[2]>['answers']>
const account = { confirmed: true, hasPassword: true, secondFactor: { on: false }, provider: null }

async function open(runs: TransferRun[], waitingAdmins: WaitingAdmin[] = [], answers: Answers = {}) {
  app = await renderApp('/admin/settings?section=transfers', [], {
    answers: {
      'settings/get': () => defaultSettings,
      'transfers/list': () => ({ runs, waitingAdmins }),
      'account/get': () => account,
      ...answers,
    },
  })
}
const button = (name: string) => screen.findByRole('button', { name })

it('without an import an admin is offered to upload one, and nothing else', async () => {
  await open([])
  expect(await screen.findByLabelText('Archive of the export')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /In minor units/ }).checked).toBe(true)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

it('a dry run shows what an import would do per collection; the import starts after a confirmation with its count', async () => {
  const one = run()
  await open([one], [], { 'transfers/run': () => Object.assign(one, { status: 'running' }) })
  expect(await screen.findByText(/^Uploaded by Ada Admin, .*2026/)).toBeTruthy()
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual(['People1,2031,2003'])
  expect(screen.getByRole('link', { name: 'Download report' }).getAttribute('href')).toBe('/api/transfers/run1/report.csv')
  expect(screen.queryByLabelText('Archive of the export')).toBeNull()
  fireEvent.click(await button('Import 1,200 records'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('No email, webhook or notification is sent.')).toBeTruthy()
  expect(dialog.getByText('3 records are rejected and left out.')).toBeTruthy()
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Import 1,200 records' })))
  expect(await screen.findByText('The import has started.')).toBeTruthy()
  expect(app.sent('transfers/run')).toEqual([{ id: 'run1' }])
})

it('the first rejected records are listed with all their problems, and how many there are', async () => {
  const progress = (rejected: Finding[]) => ({ ...run().progress, rejected })
  const of = (line: number, field: string | null, message: string): Finding => ({
    collection: 'users',
    line,
    id: line === 7 ? 'mira' : null,
    field,
    code: 'x',
    message,
    outcome: 'rejected',
  })
  await open([run({ progress: progress([of(3, null, 'Not JSON.'), of(7, 'email', 'No email.'), of(7, 'name', 'Too long.')]) })])
  const panel = within((await screen.findByRole('heading', { name: 'Rejected records' })).closest('section') as HTMLElement)
  expect(panel.getByText(/^Showing the first 2 of 3 rejected records\./)).toBeTruthy()
  const rows = panel.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'People, line 3whole recordNot JSON.',
    'People, line 7miraemailNo email.nameToo long.',
  ])
})

it('the password is asked for if the server wants it', async () => {
  await open([run()], [], {
    'transfers/run': ({ password }: { password?: string }) => {
      if (!password) throw new Refused(403, 'confirmation-needed', 'Enter your password to confirm this.', { field: 'password' })
      return run({ status: 'running' })
    },
  })
  fireEvent.click(await button('Import 1,200 records'))
  const dialog = within(await screen.findByRole('dialog'))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Import 1,200 records' })))
  fireEvent.change(await dialog.findByLabelText('Password'), { target: { value: 'a lantern in the fog' } })
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Import 1,200 records' })))
  await waitFor(() => expect(app.sent('transfers/run')).toEqual([{ id: 'run1' }, { id: 'run1', password: 'a lantern in the fog' }]))
})

it('work that another admin started is seen with its progress, and can be cancelled', async () => {
  const one = run({ status: 'running', progress: { at: 'products', counts: { products: counts({ read: 40_500, created: 40_500 }) } } })
  await open([one], [], {
    'transfers/cancel': () => Object.assign(one, { status: 'cancelled', finishedAt: '2026-11-20T10:05:00.000Z' }),
  })
  expect(await screen.findByText('Products: 40,500 read')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Download report' })).toBeNull()
  await act(async () => fireEvent.click(await button('Cancel import')))
  expect(await screen.findByText(/^This was cancelled\./)).toBeTruthy()
  expect(await screen.findByLabelText('Archive of the export')).toBeTruthy()
})

it('what a command on the server checked or imports names no person, and a dry run of it cannot be imported', async () => {
  const over = { by: null, finishedAt: '2026-11-20T10:05:00.000Z' }
  await open([run({ ...over, name: 'export' }), run({ ...over, id: 'run2', name: 'earlier-export' })])
  expect(await screen.findByText(/^Started by a command on the server, .*2026/)).toBeTruthy()
  expect(screen.getByText(/^This was a dry run:/)).toBeTruthy()
  expect(screen.getAllByText('Dry run')).toHaveLength(2)
  expect(within(screen.getByRole('row', { name: /earlier-export/ })).getByText('Command on the server')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  expect(screen.queryByText(/Uploaded by Ada/)).toBeNull()
  expect(screen.getByLabelText('Archive of the export')).toBeTruthy()
})

it('what failed says why, and earlier imports are listed with their results', async () => {
  const problem = 'This archive has two entries of the same name: users.jsonl'
  await open([
    run({ id: 'run2', status: 'failed', problem, finishedAt: '2026-11-21T10:05:00.000Z', progress: { at: null, counts: {} } }),
    run({ status: 'done', finishedAt: '2026-11-20T10:05:00.000Z', name: 'first.tar.gz' }),
  ])
  expect((await screen.findByRole('alert')).textContent).toBe(problem)
  expect(screen.getByText('first.tar.gz')).toBeTruthy()
  expect(screen.getByText('1,200 new, 0 changed, 0 unchanged, 0 not overwritten, 3 rejected')).toBeTruthy()
})

it.each([
  [199, false],
  [200, true],
])('of %i former administrators, the page says that others follow: %s', async (many, says) => {
  const people = Array.from({ length: many }, (_, at) => ({
    id: `a${at}`,
    name: `Admin ${at}`,
    email: `a${at}@example.com`,
    createdAt: '2026-01-01T00:00:00.000Z',
  }))
  await open([], people)
  expect(await screen.findByText(/^These people were administrators/)).toBeTruthy()
  expect(screen.queryByText(/The first 200 are listed; others follow/) !== null).toBe(says)
})

it('former administrators are listed, each with the page where they are made one', async () => {
  await open([], [{ id: 'boss', name: 'Bo Boss', email: 'boss@example.com', createdAt: '2024-01-01T00:00:00.000Z' }])
  expect((await screen.findByRole('link', { name: 'Bo Boss' })).getAttribute('href')).toBe('/admin/users/boss')
})

it('without a connection the page says so, and offers to try again', async () => {
  await open([], [], {
    'transfers/list': refuses(503, 'unavailable', 'The service is not available at the moment.'),
  })
  expect(await screen.findByText('The service is not available at the moment.', undefined, { timeout: 10_000 })).toBeTruthy()
  expect(screen.queryByLabelText('Archive of the export')).toBeNull()
})
