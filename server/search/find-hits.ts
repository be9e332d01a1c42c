import { type SQL, sql } from 'drizzle-orm'
import { type HitKind, type Hits, hitKinds } from '#contract/search.ts'
import { orderNumberIn } from '#domain/order-rules.ts'
import { foldCase } from '#domain/text.ts'
import type { Actor, Role } from '#domain/user.ts'
import { hasExternalId } from '#server/orders/order-conditions.ts'
import type { App } from '#server/platform/app.ts'
import { isCalled } from '#server/platform/database/person.ts'
import { runQuery } from '#server/platform/database/prepared-statement.ts'
import { beginningWith, indexedFrom, literal, patternFor, withWordFrom } from '#server/platform/database/search-pattern.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { isSku, skuBegins } from '#server/products/unique-skus.ts'
import { type HitRows, hitRows, ownOrders } from '#server/search/hit-rows.ts'

const { shown, candidatesMax } = limits.palette

/** The typed text, as a pattern of what begins with it, and the condition that something has it. */
type Asked = { typed: string; begin: string; has: (text: SQL) => SQL; isCalled: SQL }
/** Queries of ids, one for each place that is searched, so that each uses its own index; and the order, the best first. */
type Search = { places: SQL[]; rank: SQL }

/** A few hits of each kind that the actor may see (product §9). `more`: the kinds that have further ones. */
export async function findHits(app: App, actor: Actor, typed: string): Promise<Hits & { more: HitKind[] }> {
  const asked = askedFor(typed)
  const found = await readHits(app, actor, (kind, rows) => searchOf(rows, searches[kind](asked, actor, rows), shown[kind] + 1))
  const more = hitKinds.filter((kind) => found[kind].splice(shown[kind]).length > 0)
  return { ...found, more }
}

function askedFor(typed: string): Asked {
  const begin = beginningWith(typed)
  const patterns = [...typed].length < indexedFrom ? [begin, withWordFrom(typed)] : [patternFor(typed)]
  // Symbols and digits have no case. Text of symbols alone is in no index, and is compared several times faster so.
  const like = sql.raw(typed.toLowerCase() === typed.toUpperCase() ? 'like' : 'ilike')
  const either = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`
  return {
    typed,
    begin,
    has: (text) => either(patterns.map((pattern) => sql`${text} ${like} ${pattern}`)),
    isCalled: either(patterns.map(isCalled)),
  }
}

/** The things with these ids that the actor may see; for recent items. */
export const namedHits = (app: App, actor: Actor, ids: readonly string[]): Promise<Hits> =>
  readHits(
    app,
    actor,
    (_, { select, id, visible }) =>
      sql`${select} where ${visible} and ${id} in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
  )

async function readHits(app: App, actor: Actor, query: (kind: HitKind, rows: HitRows) => SQL): Promise<Hits> {
  const kinds = hitRows(app, actor)
  const read = async (kind: HitKind) => {
    const rows = kinds[kind]
    return [kind, rows ? await runQuery(app.sql, query(kind, rows), { prepare: false }) : []] as const
  }
  return Object.fromEntries(await Promise.all(hitKinds.map(read))) as Hits
}

/**
 * Reads the best of a limited number of candidates. They come in no order, so that an index finds rare text and a few rows of the table are
 * enough for frequent text; the planner tells them apart by the text itself, so this is not prepared. It prices a `materialized` query as if
 * it were read to its end, and so never plans to wade through a table for a few rows; it is read only as far as the limit all the same.
 */
function searchOf({ select, id, visible }: HitRows, { places, rank }: Search, limit: number): SQL {
  const named = places.map((place, at) => ({ name: sql.raw(`place_${at}`), place }))
  const queries = named.map(({ name, place }) => sql`${name} as materialized (${place})`)
  const candidates = named.map(({ name }) => sql`(select id from ${name} limit ${sql.raw(String(candidatesMax))})`)
  return sql`with ${sql.join(queries, sql`, `)} ${select} where ${visible} and ${id} in (${sql.join(candidates, sql` union `)})
    order by ${rank} limit ${sql.raw(String(limit))}`
}

const hasNumber = (typed: string): SQL => sql`o.number in (${typed}, ${orderNumberIn(typed)})`

const numberOrBuyer = ({ typed, begin }: Asked, role: Role): SQL =>
  sql`(${hasNumber(typed)}) desc, ${role === 'admin' ? sql`coalesce(${hasExternalId(typed)}, false) desc,` : sql``} (o.number ilike ${begin}) desc, (b.name ilike ${begin}) desc, o.placed_at desc, o.id desc`

const searches: Record<HitKind, (asked: Asked, actor: Actor, rows: HitRows) => Search> = {
  products: ({ typed, begin, has, isCalled }, { role }, { visible }) => {
    const from = sql`select products.id from products where ${visible}`
    const title = sql`products.title`
    const folded = foldCase(typed)
    const ofSeller = sql`select p.id from (select users.id from users where ${isCalled} limit ${sql.raw(String(candidatesMax))}) seller cross join lateral (${from} and products.seller_id = seller.id
      order by products.created_at desc, products.id desc limit ${sql.raw(String(shown.products + 1))}) p`
    // Of frequent text, these would be missing among the candidates. The order of titles puts a title before those that begin with it, and
    // capitals and accents behind small letters.
    const titled = sql`${title} collate "und-x-icu"`
    const titledOf = (each: SQL, which: SQL) => sql`select p.id from ${each} cross join lateral (select products.id from products
      where ${which} and ${titled} >= ${folded} and ${titled} < ${`${folded}\uffff`} order by ${titled}, products.id limit ${sql.raw(String(shown.products + 1))}) p`
    return {
      places: [
        ...[has(title), skuBegins(typed), isSku(typed)].map((place) => sql`${from} and ${place}`),
        ...(role === 'admin'
          ? [
              ofSeller,
              titledOf(sql`unnest(enum_range(null::product_status)) one(status)`, sql`products.status = one.status and ${visible}`),
            ]
          : [titledOf(sql`(values (true)) one`, visible)]),
      ],
      rank: sql`coalesce(${isSku(typed)}, false) desc, (${title} ilike ${literal(typed)}) desc, (${title} ilike ${begin}) desc,
        ${has(title)} desc, products.created_at desc, products.id desc`,
    }
  },
  people: ({ begin, isCalled }) => ({
    places: [sql`select users.id from users where ${isCalled}`],
    rank: sql`(users.name ilike ${begin} or users.shop_name ilike ${begin} or users.email ilike ${begin}) desc, length(users.name), users.id`,
  }),
  // What contains the typed text contains the number in it, too.
  orders: ({ typed }, { role }, { visible }) => {
    const asked = { ...askedFor(orderNumberIn(typed)), typed }
    return { places: orderPlaces[role](asked, visible), rank: numberOrBuyer(asked, role) }
  },
  chats: ({ begin, has, isCalled }, _, { visible }) => ({
    places: [
      sql`select c.id from users join chats c on c.buyer_id = users.id where ${visible} and ${isCalled}`,
      sql`select c.id from chats c where ${visible} and c.buyer_id like 'buyer:%' and ${has(sql`c.buyer_name`)}`,
    ],
    rank: sql`(coalesce(b.name, c.buyer_name) ilike ${begin} or b.shop_name ilike ${begin}) desc, c.last_message_at desc, c.id desc`,
  }),
}

const orderPlaces: Record<Role, (asked: Asked, visible: SQL) => SQL[]> = {
  admin: ({ typed, has }) => [
    sql`select o.id from orders o where ${hasNumber(typed)}`,
    sql`select o.id from orders o where ${hasExternalId(typed)}`,
    sql`select b.order_id as id from order_buyers b where ${has(sql`b.search`)}`,
  ],
  // The index finds the text in the buyer's e-mail address, too, which sellers do not see; so number and name are compared again.
  seller: ({ has }, visible) => [
    sql`select s.order_id as id from ${ownOrders} where ${visible} and ${has(sql`b.search`)} and (${has(sql`o.number`)} or ${has(sql`b.name`)})`,
  ],
}
