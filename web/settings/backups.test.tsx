import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { BackupStatus } from '#contract/backups.ts'
import { defaultSettings, type Settings } from '#domain/settings.ts'
import { Refused, renderApp } from '#web/testing/render-app.tsx'
import { toasts } from '#web/ui/toasts.ts'

let app: Awaited<ReturnType<typeof renderApp>>

const none: BackupStatus = {
  isEmbedded: true,
  folder: '/data/backups',
  running: false,
  last: null,
  verified: null,
  failure: null,
  next: null,
}
async function open(status: BackupStatus, refused?: Refused) {
  const stored: Settings = { ...defaultSettings }
  app = await renderApp('/admin/settings?section=backups', [], {
    answers: {
      'settings/get': () => stored,
      'backups/status': () => status,
      'settings/edit': ({ change }) => {
        if (refused) throw refused
        return Object.assign(stored, change)
      },
    },
  })
}
const choose = (name: string) => act(async () => fireEvent.click(screen.getByRole('radio', { name })))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' })))

it('an admin schedules weekly backups and sees fields only for what applies', async () => {
  await open(none)
  expect(await screen.findByText('None yet')).toBeTruthy()
  expect(screen.queryByLabelText('Time of day')).toBeNull()
  await choose('Every day')
  expect(screen.queryByLabelText('Day of the week')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Folder on the server').placeholder).toBe('/data/backups')
  await choose('Every week')
  type('Day of the week', '3')
  type('Time of day', '04:15')
  await save()
  await screen.findByText('Settings saved.')
  expect(app.sent('settings/edit')).toEqual([{ change: { backupEvery: 'weekly', backupDay: 3, backupAt: '04:15' } }])
})

it('an admin sets the folder also without a schedule, as for backups of the command line', async () => {
  await open(none)
  await screen.findByText('None yet')
  type('Folder on the server', '/mnt/backups')
  await save()
  await screen.findByText('Settings saved.')
  expect(app.sent('settings/edit')).toEqual([{ change: { backupFolder: '/mnt/backups' } }])
})

it('the last backup, its losses and the failure after it are shown', async () => {
  const last = { at: '2026-11-24T01:30:00.000Z', name: 'backstall-2026-11-24T01-30-00Z', files: 1_234, bytes: 5_600_000_000, lost: 2 }
  const failure = { at: '2026-11-25T01:30:00.000Z', message: 'The disk is full.' }
  await open({ ...none, last, failure, next: '2026-11-26T01:30:00.000Z' })
  expect(await screen.findByText('1,234 files, 5.6 GB')).toBeTruthy()
  expect(screen.getByText(`/data/backups/${last.name}`)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toMatch(/^The backup of .*2026.* failed: The disk is full\.$/)
  expect(screen.getByText(/^2 files were missing or damaged/)).toBeTruthy()
  expect(screen.getByText(`Never verified: run npm run backstall -- verify-backup /data/backups/${last.name}`)).toBeTruthy()
})

it('the last test of a restore is shown, and one that failed', async () => {
  const last = { at: '2026-11-24T01:30:00.000Z', name: 'backstall-2026-11-24T01-30-00Z', files: 1, bytes: 5, lost: 0 }
  const verified = { at: '2026-11-24T08:00:00.000Z', ok: true, name: last.name }
  await open({ ...none, last, verified })
  expect(await screen.findByText('Last verified')).toBeTruthy()
  expect(screen.queryByText(/Never/)).toBeNull()
  app.close()
  const earlier = 'backstall-2026-11-17T01-30-00Z'
  await open({ ...none, last, verified: { ...verified, name: earlier } })
  expect(await screen.findByText(new RegExp(`, the earlier backup ${earlier}$`))).toBeTruthy()
  app.close()
  await open({ ...none, last, verified: { ...verified, ok: false } })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^The backup \/data\/backups\/backstall-\S+ was verified on .* and is damaged\./,
  )
})

it('a folder that cannot be written is refused at its field', async () => {
  await open(none, new Refused(422, 'folder-unusable', 'Backstall cannot write into this folder.', { field: 'change.backupFolder' }))
  await screen.findByText('None yet')
  await choose('Every day')
  type('Folder on the server', '/root')
  await save()
  expect(await screen.findByText('Backstall cannot write into this folder.')).toBeTruthy()
  expect(screen.getByLabelText('Folder on the server').getAttribute('aria-invalid')).toBe('true')
})

it('with DATABASE_URL there is no schedule, and the page says what makes backups', async () => {
  await open({ ...none, isEmbedded: false })
  expect(await screen.findByText(/Back it up with its own tools/)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

/** Has a backup made; the state that is returned is what the server answers from then on. */
async function startBackup() {
  const state = { ...none }
  await open(state)
  app.answers['backups/make'] = () => {
    state.running = true
    return {}
  }
  app.answers['backups/status'] = () => ({ ...state })
  fireEvent.click(await screen.findByRole('button', { name: 'Back up now' }))
  await screen.findByText('A backup is being made now.')
  return state
}

it('an admin has a backup made at once, sees that it is being made, and when it is complete', async () => {
  const state = await startBackup()
  const button = screen.getByRole('button', { name: 'Back up now' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(button)
  expect(app.sent('backups/make')).toHaveLength(1)
  Object.assign(state, { running: false, last: { at: '2026-11-27T10:00:00.000Z', name: 'backstall-1', files: 3, bytes: 5, lost: 0 } })
  await act(() => app.refresh())
  await screen.findByText('The backup is complete.')
  expect(button.getAttribute('aria-busy')).toBeNull()
  expect(screen.queryByText('None yet')).toBeNull()
})

it('an admin whose backup failed reads why, and nothing about a complete one', async () => {
  const state = { ...none }
  await open(state)
  app.answers['backups/make'] = () => {
    state.failure = { at: '2026-11-27T10:00:00.000Z', message: 'The disk is full.' }
    return {}
  }
  app.answers['backups/status'] = () => ({ ...state })
  fireEvent.click(await screen.findByRole('button', { name: 'Back up now' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/failed: The disk is full\.$/)
  expect(screen.queryByText('The backup is complete.')).toBeNull()
  await scheduledOne(state)
})

it('an admin whose backup was cut short reads nothing about a later one of the schedule', async () => {
  const state = await startBackup()
  state.running = false
  await act(() => app.refresh())
  await waitFor(() => expect(screen.queryByText('A backup is being made now.')).toBeNull())
  await scheduledOne(state)
})

/** A later backup of the schedule is shown, and not as the one that was asked for. */
async function scheduledOne(state: BackupStatus) {
  const last = { at: '2026-11-28T02:00:00.000Z', name: 'backstall-2', files: 3, bytes: 5, lost: 0 }
  Object.assign(state, { running: false, failure: null, last })
  await act(() => app.refresh())
  await screen.findByText('/data/backups/backstall-2')
  await choose('Every day')
  expect(toasts.read()).toEqual([])
}
