import { readFile } from 'node:fs/promises'
import { expect, test } from './journey.ts'
import { rowOf } from './listing.ts'

const good = (number: number) => `CSV-${number},Printed card ${number},Folded once.,2.50,${number},Books`
const file = ['sku,title,description,price,stock,category', good(1), good(2), 'CSV-3,Printed card 3,,free,3,Books', good(4), good(5)]

test('a CSV file with one bad row in its middle is previewed; the bad row is reported, the good ones become drafts', async ({
  newSeller,
}) => {
  const { page } = await newSeller('Card Seller')
  await page.goto('/seller/products')
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await page.getByLabel('CSV file').setInputFiles({ name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\r\n')) })
  await expect(page.getByText('Nothing is written yet. Refused rows are left out; the others can be imported.')).toBeVisible()
  const refused = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '4', exact: true }) })
  await expect(refused).toContainText('price')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download report' }).click()
  const report = await readFile(await (await download).path(), 'utf8')
  expect(report).toContain('Printed card 3')
  for (const number of [1, 2, 4, 5]) expect(report).not.toContain(`Printed card ${number}`)
  const looking = await page.context().newPage()
  await looking.goto('/seller/products')
  await expect(looking.getByText('No products yet')).toBeVisible()

  await page.getByRole('button', { name: 'Import 4 products' }).click()
  await expect(page.getByText('The import is finished. New products are in your list as drafts.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to products' }).last().click()
  for (const number of [1, 2, 4, 5]) await expect(rowOf(page, `Printed card ${number}`)).toContainText('Draft')
  await expect(rowOf(page, 'Printed card 3')).toHaveCount(0)
})
