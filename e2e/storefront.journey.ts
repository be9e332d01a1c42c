import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { field, openInQueue, queueOf, rowOf } from './listing.ts'
import { ask, type Listed, listedInView } from './shelf.ts'
import { test } from './shop.ts'

test('a buyer orders in the example storefront, and the order reaches the admin and the seller', async ({
  admin,
  newSeller,
  visitor,
  openShop,
}) => {
  const seller = await newSeller('Stella Shopkeeper')
  const title = 'A lamp for the storefront'
  await listedInView(seller, title)
  const adminUser = await admin()
  const { page } = adminUser
  const scopes = ['products:read', 'orders:write']
  const { key } = await ask<{ key: string }>(adminUser, 'apiKeys/create', { name: 'Example storefront', scopes })
  const shop = await openShop({ API_KEY: key })

  const buyer = await visitor()
  await buyer.goto(shop)
  await expect(buyer.getByRole('heading', { name: 'Shop' })).toBeVisible()
  // Pending products are not on sale.
  await expect(buyer.getByText(title)).toHaveCount(0)
  await page.goto(queueOf(title))
  await openInQueue(page, title)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  // The queue may be ahead of the server; the seller is notified once the change is committed.
  await expect(rowOf(seller.page, title)).toContainText('Approved')

  await buyer.reload()
  await buyer.getByRole('link', { name: `Buy ${title}` }).click()
  await field(buyer, 'Your name').fill('Bea Buyer')
  await field(buyer, 'Email').fill('bea@example.com')
  await field(buyer, 'Street').fill('Ring 1')
  await field(buyer, 'City').fill('Vienna')
  await buyer.getByRole('button', { name: 'Order and pay' }).click()
  await expect(buyer.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const number = /order (\d+)/.exec(await buyer.getByRole('paragraph').first().innerText())?.[1]
  // A reload submits the form again: it is the same order, even if the price has changed since.
  const [lamp] = (await ask<{ rows: Listed[] }>(seller, 'products/list')).rows
  await ask(seller, 'products/edit', { ...lamp, change: { price: 3_500 } })
  await buyer.reload()
  await expect(buyer.getByText(`Your order ${number} over €10.00`)).toBeVisible()

  const link = (of: Page, name: RegExp) => of.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await link(page, /^Orders/).click()
  const atAdmin = page.getByRole('row', { name: new RegExp(`${number}`) })
  await expect(atAdmin).toContainText('Bea Buyer')
  await expect(atAdmin).toContainText('Paid')
  await link(seller.page, /^Orders/).click()
  await expect(seller.page.getByRole('row', { name: new RegExp(`${number}`) })).toContainText('Bea Buyer')
  await seller.page.goto('/notifications')
  await expect(seller.page.getByRole('main')).toContainText(number ?? '')
  await page.goto('/admin/history?type=payment')
  await expect(page.getByRole('main')).toContainText(number ?? '')
})
