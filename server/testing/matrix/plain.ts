import { widgetContract } from '#contract/widget.ts'
import { newId } from '#server/platform/database/new-id.ts'
import {
  aboutOne,
  adminsOnly,
  anyone,
  everyone,
  ownerAndAdmin,
  ownerOnly,
  ownFile,
  type PlainRow,
  sellersOnly,
  signedIn,
} from '#server/testing/matrix/answers.ts'

/** The smallest picture: one pixel of PNG. */
const pixel = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64'),
)
const noFile = 'storage/object-not-found'
const newPerson = () => ({ json: { name: 'Nora', email: `${newId()}@example.com`, password: 'a lantern in the fog' } })
const noLink = () => ({ json: { token: 'an-old-link', password: 'a lantern in the fog' } })

/** The rows of an upload: of a whole file, and of a part of one. */
const uploadRows = (route: string, row: PlainRow & Required<Pick<PlainRow, 'path'>>, type = 'image/png'): Record<string, PlainRow> => ({
  [`POST ${route}`]: { ...row, send: () => ({ body: pixel, headers: { 'content-type': type } }) },
  [`PATCH ${route}`]: {
    ...row,
    path: (fixture) => `${row.path(fixture)}&upload=${newId()}`,
    send: () => ({ body: pixel, headers: { 'upload-offset': '0' } }),
  },
})

/** No session counts for the widget, which is switched off here; who is a buyer is in server/widget/attacks.test.ts. */
const widgetRows = Object.fromEntries(
  [...Object.keys(widgetContract), 'stream', 'poll', 'files', 'files PATCH', '* OPTIONS'].map((route): [string, PlainRow] => {
    const [name, method = 'POST'] = route.split(' ')
    return [`${method} /api/widget/${name}`, { answers: everyone('wrong-origin') }]
  }),
)

/** The same as `callTable` for every plain route; pages have their own table in domain/routes.ts. */
export const plainTable: Record<string, PlainRow> = {
  'GET /healthz': { answers: anyone },
  'GET /readyz': { answers: anyone },
  // No METRICS_TOKEN is configured here; with one it alone counts (metrics.test.ts).
  'GET /metrics': { answers: everyone('not-found') },
  'POST /api/auth/sign-up': { answers: anyone, makes: true, send: newPerson },
  'POST /api/auth/sign-in': { answers: everyone('wrong-credentials'), send: newPerson },
  'POST /api/auth/forgot-password': { answers: anyone, makes: true, send: () => ({ json: { email: `${newId()}@example.com` } }) },
  'POST /api/auth/reset-link': { answers: everyone('link-expired'), send: noLink },
  'POST /api/auth/reset-password': { answers: everyone('link-expired'), send: noLink },
  'POST /api/auth/verify-email': { answers: everyone('link-expired'), send: noLink },
  // No provider is configured here (sign-in-at-provider.test.ts).
  'POST /api/auth/provider': { answers: everyone('not-found'), send: () => ({ json: { purpose: 'sign-in' } }) },
  'POST /api/auth/provider/return': { answers: everyone('not-found'), send: () => ({ json: { search: '?state=unknown&code=unknown' } }) },
  'POST /api/auth/sign-out': { answers: anyone },
  'GET /api/auth/ended': { answers: anyone },
  'POST /api/auth/invitation': { answers: everyone('invitation-invalid'), send: () => ({ json: { token: 'nothingthatwasgiven' } }) },
  'GET /api/live': { answers: signedIn, endless: true },
  'GET /api/live/poll': { answers: signedIn },
  ...uploadRows('/api/products/:id/images', { ...aboutOne(ownerOnly), path: ({ id }) => `/api/products/${id}/images?name=lamp.png` }),
  'POST /api/imports': {
    // An admin imports orders, and these are products.
    answers: { ...sellersOnly, admin: 'csv-broken' },
    makes: true,
    path: () => '/api/imports?name=lamps.csv',
    send: () => ({ body: new TextEncoder().encode('sku,title\nL-2,Brass lamp\n'), headers: { 'content-type': 'text/csv' } }),
  },
  'GET /api/imports/:id/report.csv': { ...aboutOne(ownFile), path: ({ importId }) => `/api/imports/${importId}/report.csv` },
  // One export is imported at a time.
  ...uploadRows(
    '/api/transfers',
    { answers: { ...adminsOnly, admin: 'transfer-open' }, path: ({ transferId }) => `/api/transfers?name=shop.zip&after=${transferId}` },
    'application/zip',
  ),
  'GET /api/transfers/:id/report.csv': { ...aboutOne(adminsOnly), path: ({ transferId }) => `/api/transfers/${transferId}/report.csv` },
  ...uploadRows('/api/chats/:id/files', {
    ...aboutOne(ownerAndAdmin),
    makes: true,
    path: ({ chatId }) => `/api/chats/${chatId}/files?name=lamp.png`,
  }),
  ...uploadRows('/api/account/avatar', { answers: signedIn, makes: true, path: () => '/api/account/avatar?name=me.png' }),
  ...uploadRows('/api/settings/logo', { answers: adminsOnly, makes: true, path: () => '/api/settings/logo?name=logo.png' }),
  'GET /api/account/export.json': { answers: signedIn, makes: true },
  'GET /api/products/export.csv': { answers: signedIn },
  'GET /api/history/export.csv': { answers: adminsOnly, path: () => '/api/history/export.csv?type=payment' },
  'GET /api/orders/export.csv': { answers: signedIn, path: () => '/api/orders/export.csv?lineStatus=open' },
  'GET /api/orders/buyer.json': { answers: adminsOnly, path: () => '/api/orders/buyer.json?email=bianca@example.com', makes: true },
  'GET /api/sales/figures.csv': { answers: adminsOnly, path: () => '/api/sales/figures.csv?from=2026-11-01&to=2026-11-30&step=month' },
  'GET /api/sales/review.csv': { answers: adminsOnly, path: () => '/api/sales/review.csv?from=2026-11-01&to=2026-11-30' },
  'GET /api/sales/sign-ups.csv': { answers: adminsOnly },
  'GET /api/sales/top.csv': { answers: adminsOnly, path: () => '/api/sales/top.csv?of=sellers&from=2026-11-01&to=2026-11-30' },
  'GET /api/sales/rows.csv': { answers: adminsOnly, path: () => '/api/sales/rows.csv?figure=net&from=2026-11-01&to=2026-11-30' },
  'GET /api/sales/own-rows.csv': {
    answers: sellersOnly,
    path: () => '/api/sales/own-rows.csv?figure=orders&from=2026-11-01&to=2026-11-30',
  },
  'GET /api/sales/own.csv': { answers: sellersOnly, path: () => '/api/sales/own.csv?from=2026-11-01&to=2026-11-30' },
  ...widgetRows,
  'GET /api/widget/files/*': { answers: everyone('widget-off'), path: ({ named }) => `/api/widget/files/${named}` },
  'GET /files/*': {
    answers: { visitor: noFile, suspended: noFile, owner: 'ok', rival: noFile, admin: 'ok' },
    unknown: noFile,
    path: ({ named }) => `/files/${named}`,
  },
}
