import type { Page } from '@playwright/test'
import { pageFiles } from '../scripts/bundle-budget.ts'
import { expect, test } from './journey.ts'

/** Opens a page with an empty cache and notes which scripts and styles load, for a person without preloading. */
async function loadedBy(page: Page, path: string): Promise<string[]> {
  const loaded = new Set<string>()
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }))
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) loaded.add(new URL(request.url()).pathname.slice(1))
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('load')
  return [...loaded].sort()
}

test('the sign-in page loads nothing that its budget does not count', async ({ visitor }) => {
  expect(pageFiles('/login')).toEqual(expect.arrayContaining(await loadedBy(await visitor(), '/login')))
})

test('the approval queue loads nothing that its budget does not count', async ({ admin }) => {
  const { page } = await admin()
  expect(pageFiles('/admin/product-approval')).toEqual(expect.arrayContaining(await loadedBy(page, '/admin/product-approval')))
})

test('a page names every script and style of its screen, so that none is found late', async ({ admin, newSeller }) => {
  const { page: adminPage } = await admin()
  const { page: shop } = await newSeller('Light Seller')
  for (const [page, path] of [
    [adminPage, '/admin/product-approval'],
    [adminPage, '/admin/edit-requests'],
    [adminPage, '/admin/user-management'],
    [adminPage, '/admin/history'],
    [adminPage, '/admin/dashboard'],
    [adminPage, '/admin/sales'],
    [shop, '/seller/products'],
    [shop, '/notifications'],
  ] as const) {
    const named = await (await page.request.get(path)).text()
    const unnamed = (await loadedBy(page, path)).filter((file) => !named.includes(`/${file}"`))
    expect.soft(unnamed, path).toEqual([])
  }
})
