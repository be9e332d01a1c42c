import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '#web/testing/render-app.tsx'

const at = '2026-11-27T10:00:00.000Z'
const failing = {
  id: 'hook',
  url: 'https://shop.example.com/hook',
  types: ['order.created'],
  description: '',
  enabled: true,
  gone: false,
  previousUntil: null,
  failingSince: at,
  restsUntil: null,
  waiting: 3,
  dead: 0,
  created_at: at,
}

it.each([
  { lastDeliveredAt: null, says: /^Nothing has been accepted yet\./ },
  { lastDeliveredAt: at, says: /^Nothing has been accepted since / },
])('an admin reads whether a failing webhook ever worked: $lastDeliveredAt', async ({ lastDeliveredAt, says }) => {
  const answers = {
    'webhooks/get': () => ({ ...failing, lastDeliveredAt }),
    'webhooks/deliveries': () => ({ rows: [], next: null }),
  }
  await renderApp('/admin/settings/webhooks/hook', [], { answers })
  expect(await screen.findByText(says)).toBeDefined()
})
