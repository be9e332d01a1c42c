import { type ClientRequest, request as openRequest } from 'node:http'
import { expect, test } from 'vitest'
import { cookieOf } from '#server/testing/test-server.ts'
import { openUploads } from '#server/testing/uploads.ts'

const { app, seller, caller, url, send, creation, filesOf, everything, leavesNothing, jpeg } = await openUploads()

/** Sends a request that announces `headers` and writes until it is answered; returns the answer and how many bytes were sent. */
function sendForever(
  id: string,
  headers: Record<string, string | number>,
): Promise<{ status: number; body: string; sent: number; closed: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const request = openRequest(`${url}/api/products/${id}/images?name=big.jpg`, {
      method: 'POST',
      headers: { cookie: cookieOf(app, seller), ...headers },
    })
    const closed = new Promise<void>((done) => request.on('close', done))
    let sent = 0
    let answered = false
    const chunk = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(65_532)])
    const pump = () => {
      while (!answered && sent < 200 * 1024 * 1024) {
        sent += chunk.length
        if (!request.write(chunk)) return request.once('drain', pump)
      }
      if (!answered) request.end()
    }
    request.on('response', (response) => {
      answered = true
      let body = ''
      response.on('data', (part) => (body += part))
      response.on('end', () => request.destroy())
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body, sent, closed }))
    })
    request.on('error', (error) => answered || reject(error))
    pump()
  })
}

test('200 MB are refused at once: the sender reads why before they have sent a tenth', async () => {
  const id = await creation()
  const before = await everything()
  const { status, body, sent } = await sendForever(id, { 'content-length': 200 * 1024 * 1024 })
  expect([status, JSON.parse(body).code]).toEqual([413, 'image-bytes'])
  expect(sent).toBeLessThan(20 * 1024 * 1024)
  await leavesNothing(id, before)
})

test('an upload without a length is refused once it is too long', async () => {
  const id = await creation()
  const before = await everything()
  const { status, body, sent } = await sendForever(id, { 'transfer-encoding': 'chunked' })
  expect([status, JSON.parse(body).code]).toEqual([413, 'image-bytes'])
  expect(sent).toBeLessThan(100 * 1024 * 1024)
  await leavesNothing(id, before)
})

test('a browser that keeps sending 200 MB after the refusal still gets to read it', async () => {
  const id = await creation()
  const response = await send(seller, id, Buffer.alloc(200 * 1024 * 1024))
  expect([response.status, response.json?.code]).toEqual([413, 'image-bytes'])
})

test('a sender who disconnects in the middle leaves nothing behind', async () => {
  const id = await creation()
  const before = await everything()
  const request: ClientRequest = openRequest(`${url}/api/products/${id}/images?name=broken.jpg`, {
    method: 'POST',
    headers: { cookie: cookieOf(app, seller), 'content-length': jpeg.length },
  })
  request.on('error', () => {})
  request.write(jpeg.subarray(0, jpeg.length / 2))
  await expect.poll(() => filesOf(id).then((rows) => rows.length)).toBe(1)
  request.destroy()
  await leavesNothing(id, before)
})

/** Sends one half of a picture, runs `meanwhile`, sends the other half. */
async function sendAround(id: string, meanwhile: () => Promise<unknown>): Promise<Response> {
  const { promise: half, resolve: go } = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(jpeg.subarray(0, 1000)))
      await half
      controller.enqueue(new Uint8Array(jpeg.subarray(1000)))
      controller.close()
    },
  })
  const sending = fetch(`${url}/api/products/${id}/images?name=late.jpg`, {
    method: 'POST',
    headers: { cookie: cookieOf(app, seller) },
    body,
    duplex: 'half',
  } as RequestInit)
  await expect.poll(() => filesOf(id).then((rows) => rows.length)).toBe(1)
  await meanwhile()
  go()
  return sending
}

test('an upload whose product is deleted meanwhile leaves nothing behind, and answers that the product was not found', async () => {
  const id = await creation()
  const before = await everything()
  const answer = await sendAround(id, () => caller(seller).products.delete({ id }))
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'not-found', error: 'Product not found!' })
  await leavesNothing(id, before)
})

test('an upload that is discarded while it arrives leaves nothing behind, and answers that it was cancelled', async () => {
  const id = await creation()
  const before = await everything()
  const answer = await sendAround(id, () => caller(seller).products.discardImage({ id, path: `products/${id}/0_late.jpg` }))
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'storage/canceled', error: 'The transfer was cancelled.' })
  await leavesNothing(id, before)
})
