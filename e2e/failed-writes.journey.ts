import { answerErrors, foreign, unreachable } from './answers.ts'
import { expect, signInAs, test } from './journey.ts'
import { field } from './listing.ts'
import { ask, listed } from './shelf.ts'

/** Two of the answers that a failed write may get, and the sentences shown; all are in `web/app/answers.test.tsx`. */
const answers = [
  { answer: foreign(503), sentence: unreachable },
  // Only Backstall's own answer can say that a person is signed out.
  { answer: foreign(401), sentence: 'Sign in to continue.' },
]

test('whatever answer a failed save gets, the form keeps its input, even across a sign-in, and can then save it', async ({
  newSeller,
  pageErrors,
}) => {
  pageErrors.allow(answerErrors)
  const seller = await newSeller('Refused Writer')
  const { page } = seller
  const { id } = await listed(seller, 'A plain vase')
  await page.goto(`/seller/products/edit/${id}`)
  const title = field(page, 'Title')
  await title.fill('A vase worth waiting for')
  const save = page.getByRole('button', { name: 'Save changes' })
  const alert = page.getByRole('main').getByRole('alert')
  for (const [at, { answer, sentence }] of answers.entries()) {
    let asked = 0
    await page.route(/\/rpc\/products\/edit/, async (route) => {
      asked += 1
      await route.fulfill(answer)
    })
    await save.click()
    await expect(alert.filter({ hasText: sentence }), `${at}: ${answer.status}`).toBeVisible()
    await expect(alert.filter({ hasText: 'gateway' })).toHaveCount(0)
    expect(asked, `${at}: ${answer.status}`).toBe(1)
    await expect(title).toHaveValue('A vase worth waiting for')
    await page.unroute(/\/rpc\/products\/edit/)
  }
  // Backstall's own answer that no person is signed in is accepted: sign in and return.
  await page.context().clearCookies()
  await save.click()
  await expect(page).toHaveURL(/\/login/)
  await signInAs(page, seller.email, seller.password)
  await expect(page).toHaveURL(new RegExp(`/seller/products/edit/${id}`))
  await page.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(title).toHaveValue('A vase worth waiting for')
  await save.click()
  const titleNow = async () => (await ask<{ title: string }>(seller, 'products/get', { id })).title
  await expect.poll(titleNow).toBe('A vase worth waiting for')
})
