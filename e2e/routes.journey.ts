import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

type Expected = { visitor: string; seller: string; admin: string }
const login = (path: string) => `/login?return=${encodeURIComponent(path)}`
const everyone = (path: string): Expected => ({ visitor: path, seller: path, admin: path })
const forAdmin = (path: string, to = path): Expected => ({ visitor: login(path), seller: '/seller/products', admin: to })
const forSeller = (path: string, to = path): Expected => ({ visitor: login(path), seller: to, admin: '/admin/dashboard' })
const forMember = (path: string): Expected => ({ visitor: login(path), seller: path, admin: path })
const forVisitor = (path: string): Expected => ({ visitor: path, seller: '/seller/products', admin: '/admin/dashboard' })

/** Where each address ends for each kind of person (spec §2, product §9). */
const routes: Record<string, Expected> = {
  '/': forVisitor('/login'),
  '/login': forVisitor('/login'),
  '/register': forVisitor('/register'),
  '/404': everyone('/404'),
  '/500': everyone('/500'),
  '/nowhere': everyone('/404'),
  '/admin/nowhere': everyone('/404'),
  '/reset-password': everyone('/404'),
  '/profile': forMember('/profile'),
  '/notifications': forMember('/notifications'),
  '/chat': forMember('/chat'),
  '/chat/anything/at-all': forMember('/chat/anything/at-all'),
  '/admin': forAdmin('/admin', '/admin/dashboard'),
  '/admin/dashboard': forAdmin('/admin/dashboard'),
  '/admin/product-approval': forAdmin('/admin/product-approval'),
  '/admin/edit-requests': forAdmin('/admin/edit-requests'),
  '/admin/user-management': forAdmin('/admin/user-management'),
  '/admin/sales': forAdmin('/admin/sales'),
  '/admin/orders': forAdmin('/admin/orders'),
  '/admin/orders/import': forAdmin('/admin/orders/import'),
  '/admin/chats': forAdmin('/admin/chats'),
  '/admin/chat/some-chat': forAdmin('/admin/chat/some-chat'),
  '/admin/history': forAdmin('/admin/history'),
  '/admin/settings': forAdmin('/admin/settings'),
  '/seller': forSeller('/seller', '/seller/products'),
  '/seller/products': forSeller('/seller/products'),
  '/seller/products/add': forSeller('/seller/products/add'),
  '/seller/products/edit/unknown': forSeller('/seller/products/edit/unknown'),
  '/seller/orders': forSeller('/seller/orders'),
}

/** Types every address, and asserts where it ends and that a screen is shown. */
async function walk(page: Page, who: keyof Expected): Promise<void> {
  for (const [path, ends] of Object.entries(routes)) {
    await page.goto(path)
    await expect.soft(page.getByRole('heading', { level: 1 }), `${path} for ${who}`).toHaveCount(1)
    const { pathname, search } = new URL(page.url())
    // The screen itself may keep its state in the address; only /login has a return address.
    expect.soft(pathname === '/login' ? pathname + search : pathname, `${path} for ${who}`).toBe(ends[who])
    await expect.soft(page, `${path} for ${who}`).toHaveTitle(/.+/)
  }
}

test('every address ends on a page that visitors may see', async ({ visitor, pageErrors }) => {
  pageErrors.allow(/status of 404|\/500\)?$/)
  await walk(await visitor(), 'visitor')
})

test('every address ends on a page that sellers may see', async ({ newSeller, pageErrors }) => {
  pageErrors.allow(/status of 404|\/500\)?$/)
  const { page } = await newSeller('Walking Seller')
  await walk(page, 'seller')
})

test('every address ends on a page that admins may see', async ({ admin, pageErrors }) => {
  pageErrors.allow(/status of 404|\/500\)?$/)
  const { page } = await admin()
  await walk(page, 'admin')
})

test('each screen has a title of its own and the links of the layout lead to it', async ({ admin, newSeller }) => {
  const { page } = await admin()
  await page.goto('/admin/dashboard')
  const names = [
    'Dashboard',
    'Product approval',
    'Edit requests',
    'User management',
    'Sales',
    'Orders',
    'Chats',
    'History',
    'Settings',
    'Profile',
  ]
  expect(new Set(await titlesBehind(page, names)).size).toBe(names.length)
  const seller = await newSeller('Clicking Seller')
  await seller.page.goto('/seller/products')
  expect(new Set(await titlesBehind(seller.page, ['Products', 'Orders', 'Chat', 'Profile'])).size).toBe(4)
})

async function titlesBehind(page: Page, names: string[]): Promise<string[]> {
  const titles: string[] = []
  for (const name of names) {
    const before = await page.title()
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}\\b`) })
    const address = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expect(page).toHaveURL(new RegExp(`${address}(\\?|$)`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    if (titles.length > 0) await expect(page).not.toHaveTitle(before)
    titles.push(await page.title())
  }
  return titles
}

test('signing out ends at the sign-in page, and going back does not bring the screen back', async ({ newSeller }) => {
  const { page } = await newSeller('Leaving Seller')
  await page.goto('/seller/products')
  await page
    .getByRole('link', { name: 'Log out' })
    .or(page.getByRole('button', { name: 'Log out' }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('typing /logout signs out', async ({ newSeller }) => {
  const { page } = await newSeller('Typing Seller')
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/seller/products')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
