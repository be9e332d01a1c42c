import { checkBothSizes, findings } from './accessibility.ts'
import { chatOf, fieldOf, lengthen, logOf, say, wordsIn, wordsOn } from './chat.ts'
import { expect, offline, test } from './journey.ts'
import { ordered } from './orders.ts'
import { photograph } from './pictures.ts'
import { ask, onSale } from './shelf.ts'

test('a seller and two admins write at once, and every screen ends with the messages of the database', async ({
  newSeller,
  admin,
  backstall,
}) => {
  const seller = await newSeller('Talking Seller')
  const support = await admin()
  const colleague = await admin('Second Voice')
  await seller.page.goto('/chat')
  await say(seller.page, 'Hello, is anybody there?')
  await support.page.goto('/admin/chats')
  await support.page.getByRole('link', { name: 'Talking Seller, 1 unread', exact: true }).click()
  await expect(support.page.getByRole('heading', { level: 1, name: 'Talking Seller' })).toBeVisible()
  const id = await chatOf(seller)
  await colleague.page.goto(`/admin/chat/${id}`)
  await expect(logOf(seller.page).getByText('Read', { exact: true })).toBeVisible()

  const numbered = (name: string) => [1, 2, 3].map((count) => `${name} ${count}`)
  const everybody = [seller, support, colleague]
  await Promise.all(everybody.map(({ page, name }) => say(page, ...numbered(name))))
  for (const { page } of everybody) await expect(logOf(page).locator('[data-number="10"]')).toBeVisible()
  const truth = await backstall.inDatabase((sql) => wordsIn(sql, id))
  for (const { page } of everybody) await expect.poll(() => wordsOn(page)).toEqual(truth)
  for (const { name } of everybody) expect(truth.filter((text) => text.startsWith(`${name} `))).toEqual(numbered(name))
  await support.page.goto('/admin/chats')
  await expect(support.page.getByRole('link', { name: 'Talking Seller', exact: true })).toBeVisible()
})

test('messages written offline wait, even while the window is closed, and are sent in order from any page', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR/)
  const seller = await newSeller('Tunnel Seller')
  const { page, context } = seller
  await page.goto('/chat')
  await say(page, 'Before the tunnel')
  await expect(logOf(page).getByText('Sent', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(offline(page)).toBeVisible({ timeout: 30_000 })
  await say(page, 'In the tunnel', 'Still in the tunnel')
  await fieldOf(page).fill('Not finished')
  await expect(logOf(page).getByText('Waiting for the connection')).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/seller/products')
  const id = await chatOf(seller)
  const truth = ['Before the tunnel', 'In the tunnel', 'Still in the tunnel']
  await expect.poll(() => backstall.inDatabase((sql) => wordsIn(sql, id))).toEqual(truth)
  await later.goto('/chat')
  await expect(fieldOf(later)).toHaveValue('Not finished')
  await expect(logOf(later).getByText('Still in the tunnel')).toBeVisible()
  await expect.poll(() => wordsOn(later)).toEqual(truth)
})

test('the server dies during a conversation and restarts: no message is lost or duplicated', async ({
  newSeller,
  admin,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource|net::ERR|status of 50\d|^50\d from/)
  const seller = await newSeller('Stormy Seller')
  const support = await admin()
  await seller.page.goto('/chat')
  const id = await chatOf(seller)
  await support.page.goto(`/admin/chat/${id}`)
  await say(seller.page, 'One', 'Two')
  await expect(logOf(support.page).getByText('Two', { exact: true })).toBeVisible()
  await Promise.all([say(seller.page, 'Three', 'Four', 'Five'), say(support.page, 'Answer one', 'Answer two'), backstall.kill()])
  await say(seller.page, 'Six')
  await backstall.start()
  for (const { page } of [seller, support]) await expect(logOf(page).locator('[data-number="8"]')).toBeVisible({ timeout: 60_000 })
  const truth = await backstall.inDatabase((sql) => wordsIn(sql, id))
  expect(truth).toHaveLength(8)
  expect(truth.filter((text) => !text.startsWith('Answer'))).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
  for (const { page } of [seller, support]) await expect.poll(() => wordsOn(page)).toEqual(truth)
})

test('a long conversation starts with the newest hundred messages, and reading backwards keeps the scroll position', async ({
  admin,
  backstall,
  absent,
}) => {
  const seller = await absent('Long Seller')
  const id = await chatOf(seller)
  await ask(seller, 'chats/send', { id, clientId: 'the-first-one', text: 'Message 1' })
  await backstall.inDatabase((sql) => lengthen(sql, id, 250))
  const { page } = await admin()
  await page.goto(`/admin/chat/${id}`)
  await expect(logOf(page).getByText('Message 250', { exact: true })).toBeInViewport()
  await expect(logOf(page).locator('[data-number]')).toHaveCount(100)
  const watched = logOf(page).locator('[data-number="151"]')
  await watched.scrollIntoViewIfNeeded()
  await expect(logOf(page).locator('[data-number="51"]')).toBeAttached()
  await expect(watched).toBeInViewport()
  await say(page, 'Back at the end')
  await expect(logOf(page).getByText('Back at the end')).toBeInViewport()
})

test('a picture and a document are sent with a message, and a file of a false type is refused', async ({
  newSeller,
  admin,
  pageErrors,
}) => {
  pageErrors.allow(/status of 422/)
  const seller = await newSeller('Picture Seller')
  const { page } = seller
  await page.goto('/chat')
  const attach = (file: { name: string; mimeType: string; buffer: Buffer }) => page.locator('main input[type=file]').setInputFiles(file)
  const files = page.getByRole('list', { name: 'Attached files' })
  await attach({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') })
  await expect(files).toContainText('This file is neither an image nor a PDF document.')
  await say(page, 'I will look for another one.')
  await expect(logOf(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(files).toHaveCount(0)
  await attach({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') })
  await page.getByRole('button', { name: 'Remove: false.png' }).click()
  await attach(await photograph('blurred.jpg', '#886644', 640, 480))
  await attach({
    name: 'invoice.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  })
  await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(2, { timeout: 30_000 })
  await say(page, 'Is this one sharp enough?')
  await expect(logOf(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(files).toHaveCount(0)
  await logOf(page).getByRole('img', { name: 'blurred.jpg' }).click()
  const opened = await page.getByRole('dialog').getByRole('img').boundingBox()
  expect((opened?.x ?? 0) + (opened?.width ?? 0) / 2).toBeCloseTo((page.viewportSize()?.width ?? 0) / 2, 0)
  await page.keyboard.press('Escape')
  const support = await admin()
  await support.page.goto(`/admin/chat/${await chatOf(seller)}`)
  const picture = logOf(support.page).getByRole('img', { name: 'blurred.jpg' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(0)
  await expect(logOf(support.page).getByRole('link', { name: 'Open invoice.pdf' })).toBeVisible()
})

test('a conversation with all kinds of content is accessible', async ({ newSeller, admin }) => {
  const seller = await newSeller('Whole Seller')
  const support = await admin('Ulla Understanding')
  const { number } = await ordered(support, [await onSale(seller, support, 'A clock to hear')])
  const id = await chatOf(seller)
  await ask(support, 'chats/addNote', { id, clientId: 'noted-by-ulla', text: 'Asked about this before.' })
  await seller.page.goto('/chat')
  await say(seller.page, `What about https://example.com/${number}?`, 'It is urgent.')
  await expect(logOf(seller.page).getByText('Sent', { exact: true })).toBeVisible()
  const file = await photograph('clock.jpg', '#446688', 320, 240)
  await seller.page.locator('main input[type=file]').setInputFiles(file)
  await expect(seller.page.getByRole('button', { name: 'Remove: clock.jpg' })).toBeVisible()
  await fieldOf(seller.page).fill('Like this one')
  await checkBothSizes(seller.page, 'own chat, file attached')
  await fieldOf(seller.page).press('Enter')
  await expect(logOf(seller.page).getByRole('img', { name: 'clock.jpg' })).toBeVisible()

  const { page } = support
  await page.goto('/admin/chats')
  await expect(page.getByRole('link', { name: `${seller.name}, 3 unread`, exact: true })).toBeVisible()
  await checkBothSizes(page, 'chats')
  for (const width of [900, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: 'Saved views' })).toBeInViewport({ ratio: 1 })
  }
  await page.goto(`/admin/chat/${id}`)
  const beside = page.getByRole('complementary', { name: `About ${seller.name}` })
  await expect(beside.getByRole('link', { name: `Order ${number}` })).toBeVisible()
  await expect(beside.getByRole('listitem').filter({ hasText: `Order ${number}` })).toContainText('0 of 1 shipped')
  await expect(logOf(page).getByRole('img', { name: 'clock.jpg' })).toBeVisible()
  await say(page, 'We look into it.')
  await expect(logOf(seller.page).getByText('We look into it.')).toBeVisible()
  await checkBothSizes(page, 'inbox')
  await checkBothSizes(seller.page, 'own chat')
  await page.getByRole('button', { name: 'Canned replies' }).click()
  expect.soft(await findings(page), 'canned replies').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Solve' }).click()
  await expect(page.getByText(/This conversation is solved/)).toBeVisible()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^Block / })).toBeVisible()
  expect.soft(await findings(page), 'block').toEqual([])
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Spam.')
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(/is blocked and cannot write/)).toBeVisible()
  await checkBothSizes(page, 'inbox, solved and blocked')
  await expect(seller.page.getByText(/Support has closed this conversation/)).toBeVisible()
  await checkBothSizes(seller.page, 'own chat, blocked')
})
