import { productMoves } from '#domain/product-rules.ts'
import { imageOf } from '#server/images/image-paths.ts'
import type { products } from '#server/platform/database/tables/products.ts'
import { movedTo } from '#server/platform/events/record.ts'
import { type EventLog, idAt } from './event-log.ts'
import type { Listing } from './listing.ts'
import type { Seller, User } from './people.ts'
import type { views } from './pictures/draw.ts'
import type { Random } from './random.ts'
import type { Reason } from './words/reasons.ts'

export type ProductRow = typeof products.$inferSelect

/** A picture to be drawn and stored. */
export type Sketch = {
  path: string
  of: string
  by: string
  at: number
  shape: string
  colour: string
  view: (typeof views)[number]
  proposed: boolean
}

/** A product with the parts of its past that others need. */
export type Made = {
  row: ProductRow
  seller: Seller
  listing: Listing
  sketches: Sketch[]
  /** When it was on sale, from and to. */
  onSale: { from: number; to: number }[]
  prices: { from: number; price: number }[]
}

/** The moves of a product, each at its time and checked against the table of moves. */
export type Walk = {
  made: Made
  submit: (at: number) => void
  withdraw: (at: number) => void
  approve: (at: number, admin: User) => void
  reject: (at: number, admin: User, reason: Reason) => void
  /** The fields change from their former values; the row already holds the new ones. */
  edit: (at: number, before: Partial<ProductRow>) => void
  archive: (at: number, by: User) => void
  restore: (at: number, by: User) => void
}

const extra: readonly Sketch['view'][] = ['whole', 'near', 'detail']

function sketchesOf(id: string, { good, colour }: Listing, count: number, by: string, at: number): Sketch[] {
  const about = { of: id, by, at, shape: good.shape, colour, proposed: false }
  return extra.slice(0, count).map((view, index) => ({ ...about, view, path: `products/${id}/${index}_${good.shape}.jpg` }))
}

/** Creates a product of this seller at this time, as a draft or to be submitted. */
export function beginWalk(eventLog: EventLog, seller: Seller, listing: Listing, at: number, chance: Random, draft: boolean): Walk {
  const id = idAt(at, chance)
  const sketches = sketchesOf(
    id,
    listing,
    chance.weighted([1, 2, 3], (count) => [0, 75, 17, 8][count] ?? 0),
    seller.user.id,
    at,
  )
  const images = sketches.map(({ path }) => imageOf({ path, name: path.slice(path.lastIndexOf('_') + 1), width: 1200, height: 900 }))
  const row: ProductRow = {
    id,
    sellerId: seller.user.id,
    formerSellers: [],
    ...listing.fields,
    skuClashes: false,
    images,
    nextImageIndex: images.length,
    status: draft ? 'draft' : 'pending',
    version: 1,
    rejectionReason: null,
    rejectionCode: null,
    rejectionFields: [],
    unfinished: false,
    archivedByAdmin: false,
    approvedVersion: null,
    approvedPrice: null,
    editRequestId: null,
    createdAt: new Date(at),
    updatedAt: new Date(at),
    statusUpdatedAt: new Date(at),
    submittedAt: null,
  }
  const made: Made = { row, seller, listing, sketches, onSale: [], prices: [{ from: at, price: listing.fields.price }] }
  const record: EventLog['record'] = (when, kind, event) => eventLog.record(when, kind, event)
  const about = { itemId: id, ownerId: seller.user.id }
  const own = { ...about, actorId: seller.user.id }
  record(at, 'product.create', { ...own, title: row.title })
  if (!draft) {
    row.submittedAt = new Date(Math.min(at + 40_000, eventLog.now))
    record(at + 40_000, 'product.submit', { ...own, title: row.title, ...movedTo('pending') })
  }
  const move = (name: 'submit' | 'withdraw' | 'approve' | 'reject' | 'archive' | 'restore', when: number) => {
    const { from, to }: { from: readonly string[]; to: ProductRow['status'] | null } = productMoves[name]
    if (!from.includes(row.status) || !to) throw new Error(`Nobody can ${name} a product that is ${row.status}.`)
    row.status = to
    row.statusUpdatedAt = new Date(when)
  }
  /** What a move changes, as the server records it. */
  const changedBy = (change: () => void, more: readonly (keyof ProductRow)[] = ['archivedByAdmin']) => {
    const former = { ...row }
    change()
    const fields = (['status', ...more] as const).filter((field) => row[field] !== former[field])
    const of = (values: ProductRow) => Object.fromEntries(fields.map((field) => [field, values[field]]))
    return { fields, before: of(former), after: of(row) }
  }
  const leaveSale = (when: number) => {
    const last = made.onSale.at(-1)
    if (last) last.to = Math.min(last.to, when)
  }
  const enterSale = (from: number) => made.onSale.push({ from, to: seller.until })
  return {
    made,
    submit: (when) => {
      const changed = changedBy(() => move('submit', when))
      row.submittedAt = new Date(when)
      record(when, 'product.submit', { ...own, title: row.title, ...changed })
    },
    withdraw: (when) => {
      const changed = changedBy(() => move('withdraw', when))
      record(when, 'product.withdraw', { ...own, title: row.title, ...changed })
    },
    approve: (when, admin) => {
      const changed = changedBy(() => {
        move('approve', when)
        const approved = { approvedPrice: row.price, approvedVersion: row.version }
        Object.assign(row, { ...approved, rejectionReason: null, rejectionCode: null, rejectionFields: [] })
      }, ['approvedPrice', 'approvedVersion', 'rejectionReason'])
      enterSale(when)
      record(when, 'product.approve', { ...about, actorId: admin.id, title: row.title, ...changed })
    },
    reject: (when, admin, { code, text, fields }) => {
      const changed = changedBy(() => {
        move('reject', when)
        Object.assign(row, { rejectionReason: text, rejectionCode: code, rejectionFields: [...fields], archivedByAdmin: false })
      })
      leaveSale(when)
      const after = { ...changed.after, fields }
      record(when, 'product.reject', { ...about, actorId: admin.id, title: row.title, ...changed, after, reason: text, code })
    },
    edit: (when, before) => {
      const fields = Object.keys(before)
      const plain = (values: Partial<ProductRow>) =>
        Object.fromEntries(
          fields.map((field) => [field, field === 'images' ? values.images?.map(({ path }) => path) : values[field as keyof ProductRow]]),
        )
      const pricedOnSale = row.status === 'approved' && fields.every((field) => field === 'price' || field === 'stock')
      if (!pricedOnSale) row.version += 1
      row.updatedAt = new Date(when)
      record(when, 'product.edit', { ...own, title: row.title, fields, before: plain(before), after: plain(row) })
    },
    archive: (when, by) => {
      const changed = changedBy(() => {
        move('archive', when)
        row.archivedByAdmin = by.role === 'admin'
      })
      leaveSale(when)
      record(when, 'product.archive', { ...about, actorId: by.id, title: row.title, ...changed })
    },
    restore: (when, by) => {
      const changed = changedBy(() => {
        move('restore', when)
        row.archivedByAdmin = false
      })
      enterSale(when)
      record(when, 'product.restore', { ...about, actorId: by.id, title: row.title, ...changed })
    },
  }
}
