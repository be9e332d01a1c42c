import { createServer, type IncomingMessage } from 'node:http'
import { env } from 'node:process'
import { order, pay, product, productsOnSale, Refusal, type Shop } from './api.ts'
import { readOffer, signedOffer } from './offer.ts'
import { buyPage, refusedPage, shopPage, thanksPage } from './pages.ts'

const shop: Shop = { url: env.BACKSTALL_URL ?? 'http://127.0.0.1:3000', key: env.API_KEY ?? '' }

/** Reads a submitted form, up to a maximum size. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > 10_000) throw new Refusal('That is too much.', 'too-large')
  }
  return new URLSearchParams(text)
}

/** Orders at the price the buyer was offered, even if the product has changed since: Backstall decides. */
async function buy(form: URLSearchParams): Promise<string> {
  const field = (name: string) => form.get(name) ?? ''
  const wanted = readOffer(field('offer'), shop.key)
  const buyer = { name: field('name'), email: field('email'), line1: field('line1'), city: field('city') }
  const placed = await order(shop, field('order'), wanted, Number(field('quantity')), buyer)
  return thanksPage(await pay(shop, field('order'), placed), wanted.currency)
}

async function answer(request: IncomingMessage): Promise<string> {
  const { pathname } = new URL(request.url ?? '/', 'http://shop')
  const id = /^\/buy\/([\w-]+)$/.exec(pathname)?.[1]
  if (pathname === '/' && request.method === 'GET') return shopPage(await productsOnSale(shop))
  if (id && request.method === 'POST') return buy(await formOf(request))
  if (id && request.method === 'GET') {
    const wanted = await product(shop, id)
    return buyPage(wanted, signedOffer(wanted, shop.key))
  }
  throw new Refusal('There is nothing here.', 'not-found')
}

/** Shows the buyer what went wrong; logs errors that are not refusals. */
function refuse(error: unknown): { status: number; html: string } {
  if (error instanceof Refusal) return { status: error.code === 'not-found' ? 404 : 422, html: refusedPage(error.message) }
  console.error(error)
  return { status: 502, html: refusedPage('The shop cannot be reached at the moment.') }
}

const server = createServer(async (request, response) => {
  const { status, html } = await answer(request).then((html) => ({ status: 200, html }), refuse)
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
})

server.listen(Number(env.PORT ?? 4000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`The shop is open at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
