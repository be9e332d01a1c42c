import type { Page } from '@playwright/test'
import { chooseSignOut, expect, test } from './journey.ts'

const login = (path: string) => `/login?return=${encodeURIComponent(path)}`

/** A redirect of each kind, by who opens which address (spec §2, product §9); the tables are tests of the server. */
const redirects = {
  visitor: {
    '/': '/login',
    '/nowhere': '/404',
    '/profile': login('/profile'),
    '/admin': login('/admin'),
    '/seller/products/edit/unknown': login('/seller/products/edit/unknown'),
  },
  seller: { '/login': '/seller/products', '/admin/history': '/seller/products', '/seller': '/seller/products', '/admin/nowhere': '/404' },
  admin: { '/register': '/admin/dashboard', '/seller/orders': '/admin/dashboard', '/admin': '/admin/dashboard' },
}

test('an address that is not for a person leads to one that is', async ({ visitor, newSeller, admin, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  const pages = { visitor: await visitor(), seller: (await newSeller('Walking Seller')).page, admin: (await admin()).page }
  for (const who of ['visitor', 'seller', 'admin'] as const) {
    const page = pages[who]
    const endOf = (url: string) => {
      const { pathname, search } = new URL(url)
      // The screen itself may keep its state in the address; only /login has a return address.
      return pathname === '/login' ? pathname + search : pathname
    }
    // The server redirects, so one of each goes through the browser; it opens every page in the access journeys.
    for (const [address, end] of Object.entries(redirects[who])) {
      const answer = await page.request.get(address)
      expect.soft(endOf(answer.url()), `${address} for ${who}`).toBe(end)
    }
    const [[address, end] = ['', '']] = Object.entries(redirects[who])
    await page.goto(address)
    await expect.soft(page.getByRole('heading', { level: 1 }), `${address} for ${who}`).toHaveCount(1)
    expect.soft(endOf(page.url()), `${address} for ${who}`).toBe(end)
  }
})

test('each link of the layout leads to the page that it names', async ({ admin, newSeller }) => {
  const { page } = await admin()
  await page.goto('/admin/dashboard')
  await followLinks(page)
  const seller = await newSeller('Clicking Seller')
  await seller.page.goto('/seller/products')
  await followLinks(seller.page)
})

async function followLinks(page: Page): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const link of await links.all()) {
    const address = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expect(page).toHaveURL(new RegExp(`${address}(\\?|$)`))
    const label = (await link.locator('span').first().textContent()) ?? ''
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(label)
    await expect(page).toHaveTitle(new RegExp(`^${label} · `))
  }
}

test('signing out ends at the sign-in page, and going back does not bring the screen back', async ({ newSeller }) => {
  const { page } = await newSeller('Leaving Seller')
  await page.goto('/seller/products')
  await chooseSignOut(page)
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
