import { openFaultyProxy } from './faulty-proxy.ts'
import { openForwardingProxy } from './forwarding-proxy.ts'
import { expect, test } from './journey.ts'
import { noise } from './pictures.ts'
import { add, isThereOnce, longestPartOf } from './uploading.ts'

test.describe.configure({ timeout: 400_000 })

const methods = ['HEAD', 'PATCH']

// Each method and status, and a closed connection, is a row of transfer.test.
test('where a proxy answers 403 to HEAD and PATCH, an interrupted picture arrives as a whole, once', async ({
  newSeller,
  backstall,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_|status of (403|409)/)
  const picture = await noise('gate.png')
  const all = picture.buffer.length
  const longestPart = longestPartOf(backstall)
  const halfArrived = () => expect.poll(longestPart, { timeout: 50_000 }).toBeGreaterThan(all / 3)
  const rough = await openFaultyProxy(backstall.url, { cutAfter: all / 2, once: halfArrived })
  let barred = 0
  const proxy = await openForwardingProxy(rough.url, {
    bars: ({ method = '', url = '' }) => {
      if (!methods.includes(method) || !url.includes('/images?')) return null
      barred += 1
      return 403
    },
  })
  const seller = await newSeller('Seller behind a proxy')
  const title = 'A gate that opens'
  await seller.page.goto(`${proxy.url}/seller/products/add`)
  await add(seller.page, title, [picture])
  await isThereOnce(seller, backstall, title, ['gate.png'])
  expect(barred).toBeGreaterThan(0)
  const sent = rough.sent()
  expect(sent.filter(({ method }) => methods.includes(method))).toEqual([])
  // The whole file was sent again, and no part of it was taken for the rest of the first upload.
  expect(sent.at(-1)?.method).toBe('POST')
  expect(sent.at(-1)?.bytes).toBeGreaterThanOrEqual(all)
  expect(sent.at(-1)?.address).not.toBe(sent[0]?.address)
  await expect(seller.page.getByText(/could not be|not allow/)).toHaveCount(0)
  await proxy.close()
  await rough.close()
})
