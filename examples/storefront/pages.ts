import { createHash, randomUUID } from 'node:crypto'
import type { Account } from './account.ts'
import type { Order, Product } from './api.ts'

const special: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => special[char] ?? char)

/** Formats minor units as people write money, such as €12.50. */
function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const style = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:960px;padding:24px 16px;background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,260px),1fr));gap:20px;padding:0;list-style:none}
li{padding:16px;border:1px solid #8886;border-radius:12px}
img{width:100%;aspect-ratio:4/3;object-fit:cover;border-radius:8px}
main form{display:grid;gap:12px;max-width:420px}header{min-height:32px;text-align:right}label{display:grid;gap:4px}input,button{font:inherit;padding:8px 10px}
h2{margin:8px 0 0;font-size:18px}`

/** What a page needs besides its content: who is signed in, and the Backstall whose chat it shows, if it shows one. */
export type Frame = { account: Account | null; chat: string | null }

const page = (title: string, content: string, { account, chat }: Frame) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${escaped(title)}</title><style>${style}</style>
${chat ? `<script src="${escaped(chat)}/widget.js" async data-token-url="/chat-token"></script>` : ''}</head>
<body><header>${chat ? greeting(account) : ''}</header><main><h1>${escaped(title)}</h1>${content}</main></body></html>`

const greeting = (account: Account | null) =>
  account
    ? `<form method="post" action="/sign-out">Signed in as ${escaped(account.name)} <button>Sign out</button></form>`
    : '<a href="/sign-in">Sign in</a>'

/** The policy of the pages: no script but Backstall's, no style but ours. Pictures may come from the file store of Backstall. */
export const policyFor = (backstall: string): string =>
  [
    "default-src 'none'",
    `script-src ${backstall}`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `connect-src 'self' ${backstall}`,
    `img-src data: https: ${backstall}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

function card({ id, title, price, currency, stock, images: [cover] }: Product): string {
  const picture = cover ? `<img src="${escaped(cover.thumbnails['640'] ?? cover.url)}" alt="">` : ''
  const buy = stock === 0 ? 'Sold out' : `<a href="/buy/${encodeURIComponent(id)}">Buy ${escaped(title)}</a>`
  return `<li>${picture}<h2>${escaped(title)}</h2><p>${escaped(money(price, currency))}</p>${buy}</li>`
}

export const shopPage = (products: readonly Product[], frame: Frame): string =>
  page('Shop', products.length > 0 ? `<ul>${products.map(card).join('')}</ul>` : '<p>Nothing is on sale at the moment.</p>', frame)

export const signInPage = (frame: Frame): string =>
  page(
    'Sign in',
    `<p>This is an example: it believes everyone.</p><form method="post">
<label>Your name <input name="name" autocomplete="name" required></label>
<label>Email <input name="email" type="email" autocomplete="email" required></label>
<button>Sign in</button></form>`,
    frame,
  )

/** The form contains an idempotency key: sent twice, it orders once. */
export const buyPage = ({ title, price, currency, stock }: Product, offer: string, frame: Frame): string =>
  page(
    `Buy ${title}`,
    `<p>${escaped(money(price, currency))}</p><form method="post"><input type="hidden" name="order" value="${randomUUID()}">
<input type="hidden" name="offer" value="${offer}">
<label>Quantity <input name="quantity" type="number" min="1" ${stock === null ? '' : `max="${stock}"`} value="1" required></label>
<label>Your name <input name="name" autocomplete="name" required></label>
<label>Email <input name="email" type="email" autocomplete="email" required></label>
<label>Street <input name="line1" autocomplete="address-line1" required></label>
<label>City <input name="city" autocomplete="address-level2" required></label>
<button>Order and pay</button></form><p><a href="/">Back to the shop</a></p>`,
    frame,
  )

export const thanksPage = ({ number, total }: Order, currency: string, frame: Frame): string =>
  page(
    'Thank you',
    `<p>Your order ${escaped(number)} over ${escaped(money(total, currency))} is on its way.</p><p><a href="/">Back to the shop</a></p>`,
    frame,
  )

export const refusedPage = (sentence: string, frame: Frame): string =>
  page('That did not work', `<p role="alert">${escaped(sentence)}</p><p><a href="/">Back to the shop</a></p>`, frame)
