import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Check } from '#domain/health.ts'
import { defaultSettings } from '#domain/settings.ts'
import { renderApp } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const open = async (checks: readonly Check[]) => {
  app = await renderApp('/admin/settings?section=health', [], {
    answers: { 'settings/get': () => defaultSettings, 'health/check': () => ({ checks, at: new Date().toISOString() }) },
  })
  return within(await screen.findByRole('table'))
}
const disk: Check = { title: 'Disk', state: 'ok', text: '20 GiB are free in /data.', action: null }
const backup: Check = { title: 'Backup', state: 'attention', text: 'No backup yet.', action: 'Make one.' }
const files: Check = { title: 'Files', state: 'failing', text: 'Files cannot be written.', action: 'Check STORAGE_URL.' }

it('an admin sees what fails first, then what needs attention, each with what to do', async () => {
  const table = await open([disk, backup, files])
  const rows = table
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'FilesFailingFiles cannot be written.Check STORAGE_URL.',
    'BackupAttentionNo backup yet.Make one.',
    'DiskOK20 GiB are free in /data.',
  ])
  expect(screen.getByRole('alert').textContent).toBe('One check fails.')
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

it('is told how many checks need attention if none fails, and nothing if all are ok', async () => {
  await open([backup, { ...backup, title: 'Mail server' }, disk])
  expect(screen.getByText('2 checks need attention.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Health, 2 checks need attention.' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  app.close()
  await open([disk])
  expect(screen.queryByText(/checks? (needs?|fails?)/)).toBeNull()
})
