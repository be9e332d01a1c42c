import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SellerHome } from '#contract/account.ts'
import { doneHome, product, renderApp, sally } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const open = async (home: Partial<SellerHome>, shelf = [product('1')], unshipped = { lines: 0, orders: 0, unpaid: 0, refunded: 0 }) => {
  const answers = { 'account/home': () => ({ ...doneHome, ...home }), 'orders/unshipped': () => unshipped }
  app = await renderApp('/seller/products', shelf, { user: sally, answers })
  return within(await screen.findByRole('main'))
}
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

it('a new seller is welcomed and finds the steps that are left, those that are done ticked off', async () => {
  const main = await open({ steps: { shop: false, emailVerified: true, submitted: false, approved: false } }, [])
  expect(await main.findByRole('heading', { name: 'Welcome, Sally' })).toBeDefined()
  expect(main.getByText('1 of 4 done')).toBeDefined()
  const steps = main
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/(Done: )?(.*?)(Add a title|An admin|Buyers).*/, '$1$2'))
  expect(steps).toEqual(['List your first product', 'Get it approved', 'Name your shop', 'Done: Confirm your email address'])
  expect(hrefOf(main.getByRole('link', { name: 'Name your shop' }))).toBe('/profile')
  // Nothing was submitted, so there is no decision to look for.
  expect(main.queryByRole('link', { name: 'Get it approved' })).toBeNull()
  // The list keeps its filters, so that nothing moves as the first product comes.
  expect(main.getByText('No products yet')).toBeDefined()
  expect(main.getByRole('searchbox', { name: 'Search' })).toBeDefined()
})

it('a new seller of a marketplace without a mail server reads where the link is that confirms the address', async () => {
  const steps = { shop: true, emailVerified: false, submitted: false, approved: false }
  const answers = { 'account/home': () => ({ ...doneHome, steps }) }
  app = await renderApp('/seller/products', [], { user: sally, answers, settings: { mailsAreFiles: true } })
  expect(await screen.findByText('The link is in the outbox folder of the server: ask its operator for it.')).toBeDefined()
  expect(screen.queryByText(/was sent to you/)).toBeNull()
})

it('what waits for a seller stands above the list in one line, each linked to exactly that', async () => {
  const main = await open({ waiting: { orders: 3, rejected: 1, unread: 1_000 }, sales: { gross: 123_450, orders: 9 } })
  const line = within(await main.findByRole('list', { name: 'Pending work' }))
  expect(line.getAllByRole('link').map((link) => `${link.textContent} at ${hrefOf(link)}`)).toEqual([
    '3 orders to ship at /seller/orders?lineStatus=open',
    'One rejected product at /seller/products?status=rejected',
    '999+ unread messages at /chat',
    '€1,234.50 gross sales in 30 days at /seller/orders?sales=last30',
  ])
  expect(main.queryByText('Welcome, Sally')).toBeNull()
})

it('how many orders to ship are unpaid or were refunded stands beside their number', async () => {
  const unshipped = { lines: 4, orders: 3, unpaid: 1, refunded: 1 }
  const main = await open({ waiting: { orders: 3, rejected: 0, unread: 0 } }, [], unshipped)
  const link = await main.findByRole('link', { name: '3 orders to ship, one\u00a0unpaid, one\u00a0refunded' })
  expect(hrefOf(link)).toBe('/seller/orders?lineStatus=open')
})

it.each([
  ['/seller/products/foreign', 'Product'],
  ['/seller/products/edit/foreign', 'Edit product'],
])('%s is not found, with a link to the list', async (path, heading) => {
  app = await renderApp(path, [], { user: sally })
  const main = within(await screen.findByRole('main'))
  await main.findByText('Product not found!')
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe(heading)
  expect(hrefOf(main.getByRole('link', { name: 'All products' }))).toBe('/seller/products')
})

it('nothing stands above the list of a seller who is set up and for whom nothing waits', async () => {
  const main = await open({})
  await main.findByText('Lamp 1')
  expect(app.sent('account/home')).toHaveLength(1)
  expect(main.queryByRole('list', { name: 'Pending work' })).toBeNull()
  expect(main.queryByText(/^Welcome/)).toBeNull()
})

it('the list waits for what stands above it, so that it does not move', async () => {
  let answer = (_: SellerHome) => {}
  const home = new Promise<SellerHome>((resolve) => {
    answer = resolve
  })
  app = await renderApp('/seller/products', [product('1')], { user: sally, answers: { 'account/home': () => home } })
  await screen.findByText('Lamp 1')
  expect(screen.queryByRole('table')).toBeNull()
  answer({ ...doneHome, waiting: { orders: 3, rejected: 0, unread: 0 } })
  expect(await screen.findByRole('table')).toBeDefined()
  expect(screen.getByRole('link', { name: '3 orders to ship' })).toBeDefined()
})

it('the order of the list is shown at the head of its column, with the date that it goes by', async () => {
  await open({})
  const by = () => screen.getByRole('button', { name: 'Created' })
  expect((await screen.findByText('Lamp 1')).closest('td')?.textContent).toContain('Created')
  expect(by().getAttribute('aria-description')).toBe('sorted descending')
  fireEvent.click(by())
  await waitFor(() => expect(app.address()).toBe('/seller/products?sort=oldest'))
  expect(by().getAttribute('aria-description')).toBe('sorted ascending')
})
