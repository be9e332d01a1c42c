import { expect, type Locator, type Page } from '@playwright/test'
import type { Picture } from './pictures.ts'

export type Listing = {
  title: string
  description: string
  price: string
  stock: string
  category: string
  sku?: string
  pictures: Picture[]
}

/** A field by its label, which a required mark may follow. */
export const field = (within: Page | Locator, label: string): Locator => within.getByLabel(new RegExp(`^${label}\\b`)).first()

/** The row of a product in a table. */
export const rowOf = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title })

/** Types a product into the open form and adds its pictures. */
export async function fillListing(page: Page, listing: Partial<Listing>): Promise<void> {
  const { title, description, price, stock, sku, category, pictures } = listing
  const texts = { Title: title, Description: description, Price: price, Stock: stock, SKU: sku }
  for (const [label, value] of Object.entries(texts)) if (value !== undefined) await field(page, label).fill(value)
  if (category !== undefined) {
    const box = page.getByRole('combobox', { name: /^Category\b/ })
    await box.fill(category)
    await box.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  if (pictures) await page.getByLabel(/^Images\b/).setInputFiles(pictures)
}

/** Lists a product on the screens, and returns to the list. */
export async function submitListing(page: Page, listing: Listing): Promise<void> {
  await page.goto('/seller/products/add')
  await fillListing(page, listing)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page).toHaveURL(/\/seller\/products(\?|$)/, { timeout: 30_000 })
  await expect(rowOf(page, listing.title)).toContainText('Pending')
}

/** Narrows the queue to this product: others may have left more waiting than the queue shows at first. */
export const queueOf = (title: string): string => `/admin/product-approval?search=${encodeURIComponent(title)}`

/** Opens a product of the approval queue. */
export async function openInQueue(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByText(title).first().click()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
}

/** Rejects the opened product with a reason. */
export async function rejectOpened(page: Page, explanation: string): Promise<void> {
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject product' })
  const reason = dialog.getByRole('combobox', { name: /^Reason\b/ })
  await reason.selectOption('image_quality')
  await field(dialog, 'Explanation').fill(explanation)
  await dialog.getByRole('button', { name: 'Reject product' }).click()
  await expect(dialog).toBeHidden()
}
