import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import type { SellerHome } from '#contract/account.ts'
import type { ListedBulkDecision } from '#contract/bulk-decisions.ts'
import type { ProductRow } from '#contract/products.ts'
import type { Me } from '#contract/users.ts'
import type { EditRequestDetail, EditValues, ReviewableField } from '#domain/edit-request.ts'
import { emptyFields, type Product } from '#domain/product.ts'
import { defaultSettings, type PublicSettings } from '#domain/settings.ts'
import { clearDevice } from '#web/platform/drafts/clear-device.ts'
import { ownReport } from '#web/testing/sales.ts'
import { dismissToast, toasts } from '#web/ui/toasts.ts'

// The RPC client takes the `fetch` that it finds when it is loaded, so it is loaded after this one.
let serve: (request: Request) => Promise<Response>
globalThis.fetch = (request, init) => serve(request instanceof Request ? request : new Request(new URL(request, location.origin), init))
const { deletedIds } = await import('#web/platform/queries/deleted-ids.ts')
const { meQuery, queries } = await import('#web/platform/queries/queries.ts')
const { routerOptions } = await import('#web/app/router.tsx')

const moment = '2026-11-20T10:00:00.000Z'
export const ada = {
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'admin',
  status: 'active',
  createdAt: moment,
  isSupport: false,
  lacksSecondFactor: false,
  avatar: null,
} as const

/** The seller of the products below, as they stand beside them. */
export const sallyAsSeller = { id: 'sally', name: 'Sally', shopName: '', avatar: null }

/** A pending product, as an admin gets it. */
export const product = (id: string, change: Partial<Product> = {}): Product => ({
  ...emptyFields,
  id,
  title: `Lamp ${id}`,
  description: 'Bright.',
  price: 1990,
  category: 'Home',
  stock: 1,
  images: [{ url: '/files/lamp.png', path: 'products/lamp/0_lamp.png', name: 'lamp.png', width: 9, height: 9, thumbnails: {} }],
  status: 'pending',
  version: 1,
  seller_id: 'sally',
  seller: sallyAsSeller,
  rejectionReason: null,
  rejection: null,
  unfinished: false,
  archivedByAdmin: false,
  editRequestId: null,
  approvedPrice: null,
  created_at: moment,
  updated_at: moment,
  updatedAt: moment,
  submittedAt: moment,
  ...change,
})

/** The home page of a seller who is set up, and for whom nothing waits. */
export const doneHome: SellerHome = {
  steps: { shop: true, emailVerified: true, submitted: true, approved: true },
  waiting: { orders: 0, rejected: 0, unread: 0 },
  sales: { gross: 0, orders: 0 },
}

/** The seller of these products. */
export const sally = { ...ada, id: 'sally', name: 'Sally', email: 'sally@example.com', role: 'seller' } as const

/** A request to change an approved product, as an admin gets it. */
export const request = (
  id: string,
  live: EditValues,
  proposed: EditValues,
  change: Partial<EditRequestDetail> = {},
): EditRequestDetail => ({
  id: `request-${id}`,
  product_id: id,
  productTitle: `Lamp ${id}`,
  cover: null,
  seller_id: 'sally',
  seller: sallyAsSeller,
  status: 'pending',
  version: 1,
  baseVersion: 1,
  productVersion: 1,
  fields: Object.keys(proposed) as ReviewableField[],
  note: null,
  decisions: [],
  rejectionReason: null,
  decidedBy: null,
  decidedAt: null,
  created_at: moment,
  updated_at: moment,
  payload: proposed,
  live,
  proposed,
  gone: [],
  product: { status: 'approved', version: 1, title: `Lamp ${id}`, price: 1990, approvedPrice: 1990, category: 'Home' },
  ...change,
})

type Call = { path: string; input: Record<string, unknown> }
type Answer = (input: Record<string, unknown>) => unknown

/** A refusal as the server sends it. */
export class Refused extends Error {
  readonly code: string
  readonly status: number
  readonly data: object
  constructor(status: number, code: string, message: string, data: object = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}
/** An answer that is always this refusal. */
export const refuses =
  (...of: ConstructorParameters<typeof Refused>): Answer =>
  () => {
    throw new Refused(...of)
  }

type About = { user?: Me; settings?: Partial<PublicSettings>; answers?: Record<string, Answer>; requests?: EditRequestDetail[] }

/** Renders the real screens of an admin, or of `user`, with a fake server, until the test ends. */
export async function renderApp(address: string, shelf: Product[], { user = ada, settings, answers: own = {}, requests = [] }: About = {}) {
  const calls: Call[] = []
  const bulks: ListedBulkDecision[] = []
  const row = ({ description, attributes, tags, ...rest }: Product): ProductRow => rest
  const find = (id: unknown) => {
    const found = shelf.find((one) => one.id === id)
    if (!found) throw new Refused(404, 'not-found', 'Product not found!')
    return found
  }
  const decide = (status: Product['status']) => (input: Record<string, unknown>) => {
    const found = find(input.id)
    Object.assign(found, { status, updatedAt: new Date().toISOString() })
    return { ...found }
  }
  const asked = (id: unknown) => {
    const found = requests.find((one) => one.id === id)
    if (!found) throw new Refused(404, 'not-found', 'This no longer exists, or you cannot see it.')
    return found
  }
  const end = (status: EditRequestDetail['status']) => (input: Record<string, unknown>) => {
    const found = asked(input.id)
    Object.assign(found, { status, decidedAt: new Date().toISOString() })
    const about = shelf.find(({ editRequestId }) => editRequestId === found.id)
    if (about) about.editRequestId = null
    return { ...found }
  }
  const listed = ({ payload, live, proposed, product: _, ...rest }: EditRequestDetail) => rest
  const me = { user, settings: { ...defaultSettings, currency: 'EUR', timeZone: 'UTC', ...settings } }
  const answers: Record<string, Answer> = {
    'users/me': () => me,
    'products/queue': ({ status = 'pending' }) => ({ rows: shelf.filter((one) => one.status === status).map(row), next: null }),
    'products/waiting': () => ({ pending: shelf.filter(({ status }) => status === 'pending').length }),
    'products/get': ({ id }) => ({ ...find(id) }),
    'products/attempts': () => [],
    'products/warnings': () => [],
    'products/timeline': () => ({ rows: [], next: null }),
    'products/look': () => ({ others: [] }),
    'products/sellerRecord': () => ({
      id: 'sally',
      name: 'Sally',
      memberSince: moment,
      approvals: 4,
      rejections: 1,
      products: { draft: 0, pending: 2, approved: 4, rejected: 1, archived: 0 },
    }),
    'products/approve': decide('approved'),
    'products/reject': decide('rejected'),
    'products/archive': decide('archived'),
    'products/restore': decide('approved'),
    'products/list': () => ({ rows: shelf.map(row), next: null }),
    'editRequests/queue': ({ status = 'pending' }) => ({ rows: requests.filter((one) => one.status === status).map(listed), next: null }),
    'editRequests/waiting': () => ({ pending: requests.filter(({ status }) => status === 'pending').length }),
    'editRequests/get': ({ id }) => ({ ...asked(id) }),
    'editRequests/list': ({ product_id }) => ({ rows: requests.filter((one) => one.product_id === product_id).map(listed), next: null }),
    'editRequests/approve': ({ refused = [], ...input }) => end((refused as []).length > 0 ? 'partly_approved' : 'approved')(input),
    'editRequests/reject': end('rejected'),
    'editRequests/withdraw': end('withdrawn'),
    'bulkDecisions/list': () => bulks,
    'users/list': () => ({ rows: [], next: null }),
    'invitations/list': () => [],
    'notifications/list': () => ({ rows: [], next: null, unread: 0 }),
    'savedViews/list': () => [],
    'chats/unread': () => ({ unread: 0 }),
    'orders/unshipped': () => ({ lines: 0, orders: 0, unpaid: 0, refunded: 0 }),
    'account/home': () => doneHome,
    'health/check': () => ({ checks: [], at: moment }),
    'sales/own': ({ from, to }) => ownReport({ from: String(from), to: String(to) }),
    ...own,
  }
  serve = async (request) => {
    const path = new URL(request.url).pathname.replace('/rpc/', '')
    const body = (await request.json().catch(() => ({}))) as { json?: Record<string, unknown> }
    calls.push({ path, input: body.json ?? {} })
    try {
      return Response.json({ json: await answers[path]?.(body.json ?? {}) })
    } catch (error) {
      const { status, code, message, data } = error as Refused
      return Response.json({ json: { defined: false, code, status, message, data } }, { status })
    }
  }
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('CSS', { escape: String })
  Element.prototype.scrollIntoView = () => {}
  queries.setQueryData(meQuery.queryKey, me)
  const router = createRouter({ ...routerOptions, history: createMemoryHistory({ initialEntries: [address] }) })
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const close = () => {
    cleanup()
    queries.clear()
    deletedIds.clear()
    clearDevice(null)
    for (const { id } of toasts.read()) dismissToast(id)
    vi.unstubAllGlobals()
  }
  onTestFinished(close)
  await screen.findByRole('heading', { level: 1 })
  return {
    calls,
    bulks,
    answers,
    /** The inputs of all calls of one kind. */
    sent: (path: string) => calls.filter((call) => call.path === path).map(({ input }) => input),
    /** Follows a link to another screen. */
    go: (to: string) => act(() => router.navigate({ href: to })),
    /** The browser's back button. */
    back: () => router.history.back(),
    /** The address in the address bar. */
    address: () => router.state.location.href,
    /** Makes all data stale without a hint, so nothing is refetched. */
    stale: () => queries.invalidateQueries({ refetchType: 'none' }),
    /** Makes all data stale and refetches it, as a hint would. */
    refresh: () => queries.invalidateQueries(),
    /** Ends it earlier, to open another one. */
    close,
  }
}
