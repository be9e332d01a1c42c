import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { checkBothSizes } from './accessibility.ts'
import { expect, openLive, test } from './journey.ts'
import { rowOf } from './listing.ts'
import { ordered } from './orders.ts'
import { ask, onSale } from './shelf.ts'

test.describe.configure({ timeout: 480_000 })

const figure = (page: Page, name: string): Locator => page.getByRole('main').getByRole('group', { name, exact: true }).getByRole('link')
const textOf = async (page: Page, name: string): Promise<string> => (await figure(page, name).innerText()).trim()
/** Parses displayed euros into cents. */
const cents = (text: string): number => Math.round(Number(text.replace(/[€,]/g, '')) * 100)
const neverReloaded = (page: Page) => page.evaluate(() => 'neverReloaded' in window)

test('an order appears at once in the figures of the admin and of its seller, without a reload', async ({ admin, newSeller }) => {
  const sally = await newSeller('Sally Sells')
  const rob = await newSeller('Rob Rests')
  const adminUser = await admin('Fiona Figures')
  const lamp = await onSale(sally, adminUser, 'Counted lamp')
  const dashboard = await adminUser.context.newPage()
  await openLive(adminUser.page, '/admin/sales?range=last7')
  await openLive(dashboard, '/admin/dashboard')
  await openLive(sally.page, '/seller/orders')
  await openLive(rob.page, '/seller/orders')
  const pages = [adminUser.page, dashboard, sally.page, rob.page]
  for (const page of pages) await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await expect(sally.page.getByText('€0.00 from 0 orders')).toBeVisible()
  const gross = cents(await textOf(adminUser.page, 'Gross sales'))
  const orders = Number(await textOf(adminUser.page, 'Orders'))
  const today = cents(await textOf(dashboard, 'Gross sales'))

  const { number } = await ordered(adminUser, [{ id: lamp.id, quantity: 2, unitPrice: 1_111 }], { shipping: 490 })
  await expect.poll(async () => cents(await textOf(adminUser.page, 'Gross sales'))).toBe(gross + 2_222)
  await expect.poll(async () => cents(await textOf(dashboard, 'Gross sales'))).toBe(today + 2_222)
  await expect(figure(adminUser.page, 'Orders')).toHaveText(String(orders + 1))
  await expect(sally.page.getByText('€22.22 from one order')).toBeVisible()
  await expect(rowOf(sally.page, `Order ${number}`)).toBeVisible()
  await expect(rob.page.getByText('€0.00 from 0 orders')).toBeVisible()
  for (const page of pages) expect(await neverReloaded(page)).toBe(true)

  // The seller opens their own; figures of whole orders are not there.
  await sally.page.getByText('Your sales').click()
  const own = sally.page.getByRole('main')
  await expect(own.getByRole('group', { name: 'Average order value' })).toContainText('€22.22')
  await expect(own.getByRole('slider', { name: 'Sales by day' })).toBeVisible()
  await expect(own.getByRole('link', { name: 'Counted lamp' })).toBeVisible()
  await expect(own.getByText('Refunds', { exact: true })).toHaveCount(0)
  const file = await sally.page.request.get(String(await own.getByRole('link', { name: 'Export figures' }).getAttribute('href')))
  expect(await file.text()).toContain('22.22')
  await checkBothSizes(sally.page, 'own figures')
})

test('every figure opens the rows that it is the sum of, and so does a day of the chart', async ({ admin, absent }) => {
  const rosa = `Rosa Rows ${randomUUID().slice(0, 6)}`
  const sally = await absent(rosa)
  const adminUser = await admin('Sam Sums')
  const vase = await onSale(sally, adminUser, 'Summed vase')
  const { id, number } = await ordered(adminUser, [{ id: vase.id, quantity: 3, unitPrice: 2_050 }], { shipping: 690 })
  await ask(adminUser, 'orders/refund', { id, amount: 1_000, reason: 'A chip in the glaze.' })
  const { page } = adminUser
  await openLive(page, '/admin/sales?range=last7')
  const sums = { 'Gross sales': 'Sum', Refunds: 'Sum', Net: 'Sum', Shipping: 'Sum', Tax: 'Sum', Orders: 'Count', Units: 'Units' }
  for (const [name, word] of Object.entries(sums)) {
    const shown = await textOf(page, name)
    await figure(page, name).click()
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText(`${word} ${shown}`, { exact: true })).toBeVisible()
    if (name !== 'Tax') await expect(rowOf(page, `Order ${number}`).first()).toBeVisible()
    await page.getByRole('link', { name: 'All figures' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sales', exact: true })).toBeVisible()
  }
  // An entry of the top sellers opens the same rows, of that product alone.
  await page.getByRole('link', { name: rosa }).click()
  await expect(page.getByText('Sum €61.50', { exact: true })).toBeVisible()
  await page.goBack()

  // By keyboard to the newest day, whose values are announced, and into its rows.
  const chart = page.getByRole('slider', { name: 'Sales by day' })
  await expect(chart).toHaveAttribute('aria-valuetext', /Gross sales €.*Refunds €.*Net /)
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('ArrowRight')
  await expect(chart).toHaveAttribute('aria-valuenow', '2')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Gross sales' })).toBeVisible()
  await expect(page).toHaveURL(/rows=gross&from=(.*)&to=\1$/)
  await expect(rowOf(page, `Order ${number}`).first()).toBeVisible()
  const file = await page.request.get(String(await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')))
  expect(await file.text()).toContain('Summed vase')
})

test('the figures are readable as tables, in both themes, on a phone and on paper', async ({ admin, absent }) => {
  const sally = await absent('Tara Tables')
  const adminUser = await admin('Lena Looks')
  const bowl = await onSale(sally, adminUser, 'Tabled bowl')
  await ordered(adminUser, [{ id: bowl.id, quantity: 1, unitPrice: 4_200 }])
  const { page } = adminUser
  await openLive(page, '/admin/sales?range=last7')
  // Sign-ups have a table too, and may load before the sales.
  const sales = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sales by day' }) })
  await sales.getByText('Show as table').click()
  const table = page.getByRole('region', { name: 'Sales by day, as a table' })
  await expect(table.getByRole('row')).toHaveCount(8)
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Day', 'Gross sales', 'Refunds', 'Net', 'Gross sales before'],
    ...['Orders', 'Units', 'Average order value', 'Cancellation rate'],
  ])
  await checkBothSizes(page, 'sales with a table')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Range: / })).toBeHidden()
  await expect(page.getByRole('group', { name: 'Gross sales', exact: true })).toBeVisible()
  // As wide as A4 without its margins.
  await page.setViewportSize({ width: 700, height: 1000 })
  await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await figure(page, 'Gross sales').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gross sales' })).toBeVisible()
  await expect(rowOf(page, 'Tabled bowl').first()).toBeVisible()
  // Still a table, beside the navigation.
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(page.getByRole('columnheader', { name: 'When' })).toBeVisible()
  await checkBothSizes(page, 'rows')
})

test('a new sign-up of today is counted live for the admin, and the week opens the people', async ({ admin, registered }) => {
  const { page } = await admin('Pia People')
  await openLive(page, '/admin/dashboard')
  const chart = page.getByRole('slider', { name: 'Sign-ups, last 365 days' })
  await expect(chart).toHaveAttribute('aria-valuetext', /Sign-ups \d+$/)
  const counted = async () => Number((await chart.getAttribute('aria-valuetext'))?.match(/Sign-ups (\d+)$/)?.[1])
  const before = await counted()
  const newcomer = await registered('Nick Newcomer')
  await expect.poll(counted).toBe(before + 1)
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'User management' })).toBeVisible()
  await expect(rowOf(page, newcomer.email)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove filter Joined: / })).toBeVisible()
})
