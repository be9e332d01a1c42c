import type { Page } from '@playwright/test'
import { checkBothSizes, findings } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { openInQueue, queueOf } from './listing.ts'
import { listed } from './shelf.ts'

// Each page is checked in four ways, so these journeys are long.
test.describe.configure({ timeout: 480_000 })

const visitorPages = ['/login', '/register', '/404', '/500', '/api/v1/docs']
const sellerPages = [
  '/seller/products',
  '/seller/products/add',
  '/seller/orders',
  '/seller/orders?sales=last7',
  '/profile',
  '/notifications',
  '/chat',
]
const adminPages = [
  '/admin/dashboard',
  '/admin/product-approval',
  '/admin/edit-requests',
  '/admin/user-management',
  '/admin/sales',
  '/admin/sales?rows=gross',
  '/admin/orders',
  '/admin/chats',
  '/admin/history',
  '/admin/settings',
  '/admin/settings?section=products',
  '/admin/settings?section=apiKeys',
  '/admin/settings?section=chat',
]

/** Checks every page, wide and narrow, in both themes. */
async function checkPages(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    await checkBothSizes(page, path)
  }
}

test('pages of visitors are accessible', async ({ visitor, pageErrors }) => {
  pageErrors.allow(/status of 404 .*\/404\)$|\/500\)?$/)
  const page = await visitor()
  await checkPages(page, visitorPages)
})

test('pages of sellers are accessible', async ({ newSeller }) => {
  const seller = await newSeller('Seeing Seller')
  const { page } = seller
  await listed(seller, 'A lamp to see by')
  await checkPages(page, sellerPages)
})

test('pages of admins are accessible', async ({ admin, newSeller }) => {
  const seller = await newSeller('Shown Seller')
  const title = 'A chair to sit on'
  await listed(seller, title)
  const { page } = await admin()
  await page.goto('/admin/dashboard')
  await checkPages(page, adminPages)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(queueOf(title))
  await openInQueue(page, title)
  await checkBothSizes(page, 'opened product')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Reject product' })).toBeVisible()
  expect.soft(await findings(page), 'reason dialog').toEqual([])
})
