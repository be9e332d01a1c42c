import { type SQL, sql } from 'drizzle-orm'
import { lineStatuses } from '#domain/order-rules.ts'
import { shownSoldFields } from '#domain/product-fields.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { personJson } from '#server/platform/database/person.ts'

/** SQL: how many lines of an order, or of a seller's part of it, have each status. */
export const counts = (table: 'o' | 's', name = 'counts') =>
  `json_build_object(${lineStatuses.map((status) => `'${status}', ${table}.${status}_lines`)}) as ${name}`

const shared = `o.id, o.number, b.name as "buyerName", ${isoOf('o.placed_at')} as "placedAt"`

const listed = `${shared}, b.email as "buyerEmail", o.payment_status as "paymentStatus", o.units, ${counts('o')}, o.items, o.discount, o.shipping,
  o.tax, o.total, o.paid, o.refunded, o.source, o.external_id as "externalId"`

const ownCancelled = `case when s.cancelled_lines = 0 then 0 else (select sum(l.unit_price * l.quantity - l.discount) from order_lines l
  where l.order_id = s.order_id and l.seller_id = s.seller_id and l.status = 'cancelled')::bigint end as cancelled`

// What is cancelled is named only if nothing else is left.
const ownTitle = `(select l.title from order_lines l where l.order_id = s.order_id and l.seller_id = s.seller_id
  order by l.status = 'cancelled', l.at limit 1) as title`

const own = `${shared}, o.payment_status as "paymentStatus", s.units, ${counts('s')}, s.items, s.discount, ${ownCancelled}, ${ownTitle}`

// A picture is for the person who sells the product now, and for admins once the creation is finished (product §3).
const cover = `(select p.images -> 0 from products p where p.id = l.product_id and p.seller_id = l.seller_id and not p.unfinished)`

const line = `'id', l.id, 'product_id', l.product_id, ${shownSoldFields.map((field) => `'${field}', l.${field}`)}, 'unitPrice', l.unit_price, 'quantity', l.quantity,
  'discount', l.discount, 'status', l.status, 'carrier', l.carrier, 'tracking', l.tracking, 'shippedAt', ${isoOf('l.shipped_at')},
  'deliveredAt', ${isoOf('l.delivered_at')}, 'cancelledAt', ${isoOf('l.cancelled_at')}, 'cover', ${cover}`
const adminLine = `${line}, 'seller_id', l.seller_id, 'seller', ${personJson}, 'sellerStatus', u.status`

const delivery = `b.address as "shippingAddress", ${isoOf('b.erased_at')} as "erasedAt"`

const sellers = `(select json_agg(${personJson} order by coalesce(nullif(u.shop_name, ''), u.name), u.id)
  from order_sellers part join users u on u.id = part.seller_id where part.order_id = o.id) as sellers`

/** The columns of `OrderRow`, from `orders o join order_buyers b`. */
export const orderRowColumns: SQL = sql.raw(listed)

/** The columns of `ListedOrder`, also from there; in the list of one seller also from their row `s` of `order_sellers`. */
export const listedColumns: Record<'o' | 'b' | 's', SQL> = {
  o: sql.raw(`${listed}, ${sellers}`),
  b: sql.raw(`${listed}, ${sellers}`),
  s: sql.raw(`${listed}, ${sellers}, ${counts('s', '"sellerCounts"')}`),
}

/** The columns of `SellerOrderRow`, from `orders o join order_buyers b` and the seller's row `s` of `order_sellers`. */
export const ownRowColumns: SQL = sql.raw(own)

/** The columns of `Order`. */
export const orderColumns: SQL = sql.raw(`${listed}, ${delivery}, ${isoOf('o.paid_at')} as "paidAt",
  case when o.payment_status = 'unpaid' and o.open_lines + o.shipped_lines + o.delivered_lines > 0 then o.total - o.cancelled else 0 end as due,
  (select json_agg(json_build_object(${adminLine}) order by l.at) from order_lines l join users u on u.id = l.seller_id
    where l.order_id = o.id) as lines,
  (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'createdAt', ${isoOf('r.created_at')},
    'by', coalesce(r.key_name, a.name)) order by r.created_at, r.id), '[]') from refunds r left join users a on a.id = r.actor_id
    where r.order_id = o.id) as refunds`)

const sender = `(select json_build_object('name', coalesce(nullif(u.shop_name, ''), u.name), 'address', u.address) from users u
  where u.id = s.seller_id) as sender`

/** The columns of `SellerOrder`. */
export const ownOrderColumns: SQL = sql.raw(`${own}, ${delivery}, ${sender},
  (select json_agg(json_build_object(${line}) order by l.at) from order_lines l where l.order_id = o.id and l.seller_id = s.seller_id) as lines`)

/** `OrderLine` as one JSON value, from `order_lines l`. */
export const lineJson: SQL = sql.raw(`json_build_object(${line})`)
