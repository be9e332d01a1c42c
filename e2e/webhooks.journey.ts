import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expectNoOverhang, findings } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { field } from './listing.ts'

type Message = { headers: Record<string, string>; body: string }

/** The receiver: the shop's own program. */
async function openShop() {
  const received: Message[] = []
  const state = { status: 204 }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(pieces).toString() })
    response.writeHead(state.status).end(state.status === 204 ? '' : '<b>Our database is away.</b>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, received, state, close: () => server.close() }
}

test('an admin adds a webhook, tests it, sees it fail and replays what was missed', async ({ admin, pageErrors }) => {
  // A private address is refused until the settings allow it.
  pageErrors.allow(/status of 422 /)
  const shop = await openShop()
  const { page } = await admin()
  await page.goto('/admin/settings?section=webhooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await field(dialog, 'Address').fill(`http://${shop.host}/hooks`)
  await field(dialog, 'Description').fill('Storefront')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog).toContainText('This address is in a private network.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('radio', { name: 'Allowed' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await field(dialog, 'Address').fill(`http://${shop.host}/hooks?token=wave`)
  await field(dialog, 'Description').fill('')
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const made = page.getByRole('dialog', { name: 'Your new webhook' })
  const secret = await made.getByLabel('Secret').inputValue()
  await made.getByRole('button', { name: 'Close' }).last().click()
  // Its own page has the whole address; the list leaves out what may be secret.
  await expect(page.getByRole('row').filter({ hasText: shop.host })).toContainText('/hooks · ')
  await expect(page.getByText('wave')).toHaveCount(0)
  await page.getByRole('link', { name: shop.host }).click()
  await expect(page.getByRole('heading', { level: 1, name: shop.host })).toBeVisible()
  await expect(page.getByText(`http://${shop.host}/hooks?token=wave`)).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()

  await page.getByRole('button', { name: 'Send test' }).click()
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'webhook.test' })).toContainText('Delivered')
  await expect.poll(() => shop.received.length).toBe(1)
  const [first] = shop.received
  if (!first) throw new Error('Nothing arrived.')
  expect(new Webhook(secret).verify(first.body, first.headers)).toMatchObject({ type: 'webhook.test' })

  shop.state.status = 500
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Failing', { exact: true })).toBeVisible()
  await expect(rows.filter({ hasText: '500' })).toContainText('Waiting')
  await rows
    .filter({ hasText: '500' })
    .getByRole('link', { name: /^Details of webhook\.test/ })
    .click()
  const message = page.getByRole('dialog', { name: 'Message' })
  // The receiver's answer is shown as text, whatever it contains.
  await expect(message).toContainText('<b>Our database is away.</b>')
  expect(await findings(page)).toEqual([])
  await page.reload()
  await expect(message).toContainText('It answered 500.')
  shop.state.status = 204
  await message.getByRole('button', { name: 'Send again' }).click()
  await expect(message).toContainText('Delivered')
  await message.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Failing', { exact: true })).toBeHidden()
  expect(new Set(shop.received.slice(1).map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoOverhang(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('dialog', { name: 'New secret' }).getByRole('button', { name: 'Make new secret' }).click()
  await expect(page.getByRole('dialog', { name: 'Secret' }).getByLabel('Secret')).not.toHaveValue(secret)
  await page.getByRole('dialog', { name: 'Secret' }).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Messages are also signed with the old secret until')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove webhook' }).getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\?section=webhooks/)
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('radio', { name: /^Refused/ }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.goto('/admin/history')
  await expect(page.getByRole('main')).toContainText(`The webhook to ${shop.host} received a new secret.`)
  shop.close()
})
