import { createServer, type IncomingMessage } from 'node:http'
import { env } from 'node:process'
import { accountOf, chatToken, signedInAt, signInCookie, signOutCookie } from './account.ts'
import { order, pay, product, productsOnSale, Refusal, type Shop } from './api.ts'
import { readOffer, signedOffer } from './offer.ts'
import { buyPage, type Frame, policyFor, refusedPage, shopPage, signInPage, thanksPage } from './pages.ts'

const shop: Shop = { url: env.BACKSTALL_URL ?? 'http://127.0.0.1:3000', key: env.API_KEY ?? '' }
/** The secret of the chat widget; without it the shop shows no chat. */
const chatSecret = env.CHAT_SECRET ?? ''

/** `to` is where the browser goes next. */
type Answer = { status?: number; body?: string; type?: string; to?: string; cookie?: string }

/** Reads a submitted form, up to a maximum size. */
async function formOf(request: IncomingMessage): Promise<(name: string) => string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > 10_000) throw new Refusal('That is too much.', 'too-large')
  }
  const form = new URLSearchParams(text)
  return (name) => form.get(name) ?? ''
}

/** Orders at the price the buyer was offered, even if the product has changed since: Backstall decides. */
async function buy(field: (name: string) => string, frame: Frame): Promise<string> {
  const wanted = readOffer(field('offer'), shop.key)
  const buyer = { name: field('name'), email: field('email'), line1: field('line1'), city: field('city') }
  const placed = await order(shop, field('order'), wanted, Number(field('quantity')), buyer)
  return thanksPage(await pay(shop, field('order'), placed), wanted.currency, frame)
}

async function answer(request: IncomingMessage, frame: Frame): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://shop')
  const [, id] = /^\/buy\/([\w-]+)$/.exec(pathname) ?? []
  const asked = `${request.method} ${id ? '/buy' : pathname}`
  if (asked === 'GET /') return { body: shopPage(await productsOnSale(shop), frame) }
  if (asked === 'POST /buy') return { body: await buy(await formOf(request), frame) }
  if (asked === 'GET /buy' && id) {
    const wanted = await product(shop, id)
    return { body: buyPage(wanted, signedOffer(wanted, shop.key), frame) }
  }
  if (asked === 'GET /sign-in') return { body: signInPage(frame) }
  if (asked === 'POST /sign-in') {
    const field = await formOf(request)
    return { to: '/', cookie: signInCookie(accountOf(field('name'), field('email')), shop.key) }
  }
  if (asked === 'POST /sign-out') return { to: '/', cookie: signOutCookie }
  // The widget asks here who the buyer is, and again before the token ends.
  if (asked === 'GET /chat-token')
    return frame.account ? { body: chatToken(frame.account, chatSecret), type: 'text/plain' } : { status: 204 }
  throw new Refusal('There is nothing here.', 'not-found')
}

/** Shows the buyer what went wrong; logs errors that are not refusals. */
function refuse(error: unknown, frame: Frame): Answer {
  if (error instanceof Refusal) return { status: error.code === 'not-found' ? 404 : 422, body: refusedPage(error.message, frame) }
  console.error(error)
  return { status: 502, body: refusedPage('The shop cannot be reached at the moment.', frame) }
}

const server = createServer(async (request, response) => {
  const frame: Frame = { account: signedInAt(request, shop.key), chat: chatSecret ? shop.url : null }
  const found = await answer(request, frame).catch((error: unknown) => refuse(error, frame))
  const { to, cookie, status = to ? 303 : 200, body = '', type = 'text/html' } = found
  response
    .writeHead(status, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policyFor(shop.url),
      'Cache-Control': 'no-store',
      ...(to && { Location: to }),
      ...(cookie && { 'Set-Cookie': cookie }),
    })
    .end(body)
})

server.listen(Number(env.PORT ?? 4000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`The shop is open at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
