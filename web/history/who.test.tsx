import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { HistoryLog } from '#domain/event.ts'
import { defaultSettings } from '#domain/settings.ts'
import { HistoryEntry } from '#web/history/HistoryEntry.tsx'
import { meQuery, queries } from '#web/platform/queries/queries.ts'

const revoked: HistoryLog = {
  id: '1',
  type: null,
  kind: 'apiKey.revoke',
  description: 'The API key “Storefront” was revoked.',
  itemId: 'key',
  user: null,
  userId: null,
  person: null,
  reason: null,
  fields: [],
  before: null,
  after: null,
  waitedMs: null,
  timestamp: '2026-11-20T10:00:00.000Z',
}

function show(entry: HistoryLog) {
  queries.setQueryData(meQuery.queryKey, { user: null, settings: { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' } })
  return (
    <QueryClientProvider client={queries}>
      <HistoryEntry events={[entry]} />
    </QueryClientProvider>
  )
}

afterEach(cleanup)

it('names the API key of a program that acted, and Backstall only where no one acted', () => {
  const { rerender } = render(show({ ...revoked, user: 'Storefront' }))
  expect(screen.getByText('Storefront')).toBeTruthy()
  expect(screen.queryByText(/^Backstall/)).toBeNull()
  rerender(show(revoked))
  expect(screen.getByText('Backstall')).toBeTruthy()
})
