import { expect, test } from 'vitest'
import { expectedEdit, waitingEdit, why } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct, blurred, expectedBy, pendingProduct } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, admin, person } = testApp
const { products, editRequests, users } = caller(admin)
const reason = 'Sold counterfeits of our brand.'
const refused = { code: 'seller-suspended', status: 409, message: expect.stringContaining('The seller is suspended.') }

test('no admin can decide on a suspended seller’s product, even by its address, until the seller is reactivated', async () => {
  const seller = await person('Rupert')
  const pending = await pendingProduct(testApp, { seller })
  const { request } = await waitingEdit(testApp, { seller })
  await users.suspend({ id: seller.id, reason })
  const before = await fingerprint(app)
  const decisions = [
    () => products.approve(expectedBy(pending)),
    () => products.reject({ ...expectedBy(pending), ...blurred }),
    () => editRequests.approve({ ...expectedEdit(request), refused: [] }),
    () => editRequests.reject({ ...expectedEdit(request), ...why }),
  ]
  for (const decide of decisions) await expect(decide()).rejects.toMatchObject(refused)
  await expect(products.approve(expectedBy(pending))).rejects.toMatchObject({
    data: { fresh: { status: 'pending', sellerSuspended: true } },
  })
  expect(await fingerprint(app)).toEqual(before)

  await users.reactivate({ id: seller.id })
  expect(await products.approve(expectedBy(pending))).toMatchObject({ status: 'approved', sellerSuspended: false })
  expect(await editRequests.reject({ ...expectedEdit(request), ...why })).toMatchObject({ status: 'rejected' })
})

test('what a suspended seller had on sale can be taken down before they are reactivated', async () => {
  const seller = await person('Rosa')
  const product = await approvedProduct(testApp, { seller })
  await users.suspend({ id: seller.id, reason })
  expect(await products.reject({ ...expectedBy(product), ...blurred })).toMatchObject({ status: 'rejected' })
})
