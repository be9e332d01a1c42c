import type { ProductFields } from '#domain/product.ts'
import type { Seller } from './people.ts'
import type { Random } from './random.ts'
import { type Good, goods } from './words/goods.ts'

/** What a seller writes about one item, and how it is drawn. */
export type Listing = { fields: ProductFields & { price: number; stock: number; category: string }; good: Good; colour: string }

/** Grams of an item per unit of money that it costs. */
const heft: Record<string, number> = { Jewellery: 0.25, Prints: 3, Stationery: 12, Bags: 8 }

/** An item from what this shop sells. `taken` holds the titles it already has. */
export function makeListing({ shop }: Seller, number: number, chance: Random, taken: Set<string>): Listing {
  const good = chance.pick(goods.filter(({ category }) => shop.sells.includes(category)))
  const colour = chance.pick(good.colours)
  const facts = chance.some(Object.keys(good.facts), 3).map((key) => ({ key, value: chance.pick(good.facts[key] ?? ['']) }))
  const title = untaken(
    taken,
    chance.some(good.names, good.names.length).map((name) => `${name}, ${colour.name}`),
    facts.find(({ value }) => measureShape.test(value))?.value,
  )
  const price =
    Math.round((good.price[0] + (good.price[1] - good.price[0]) * chance.next() ** 1.6) / 100) * 100 - chance.pick([0, 0, 10, 50])
  const category = good.category
  const sku = `${good.shape.slice(0, 3).toUpperCase()}-${String(number).padStart(3, '0')}`
  const stock = chance.chance(0.06) ? 0 : chance.chance(0.2) ? chance.int(1, 4) : chance.int(5, 60)
  const weight = Math.max(1, Math.round((price / 100) * (heft[category] ?? 14)))
  const attributes = [{ key: 'Colour', value: colour.name }, ...facts]
  return {
    good,
    colour: colour.hex,
    fields: {
      title,
      description: describe(good, attributes, chance),
      price,
      category,
      sku,
      stock,
      weight,
      tags: [...good.tags],
      attributes,
    },
  }
}

/** A fact that says in a title how two items differ, such as `22 cm`, `A5` or `0.5 l`; `Yes` or `Screw included` would say nothing there. */
const measureShape = /^(A\d|[\d.× ]+ (mm|cm|ml|l|g|kg))$/

function untaken(taken: Set<string>, wanted: readonly string[], measure: string | undefined): string {
  const tries = [
    ...wanted,
    ...(measure ? wanted.map((title) => `${title}, ${measure}`) : []),
    ...wanted.flatMap((title) => [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${title} no. ${number}`)),
  ]
  const title = tries.find((one) => !taken.has(one)) ?? `${tries[0]} no. ${taken.size}`
  taken.add(title)
  return title
}

const closings = [
  'Packed in paper and straw, without plastic.',
  'Made to order within a week when it is sold out.',
  '*Small differences in colour are part of it.*',
  'Gift wrapping on request: write us with your order.',
]

const describe = ({ about, care }: Good, attributes: readonly { key: string; value: string }[], chance: Random): string =>
  [
    `**${chance.pick(about)}** ${chance.pick(about.slice(-1))}`.replace(/\*\*(.+?)\*\* \1$/, '**$1**'),
    attributes.map(({ key, value }) => `- ${key}: ${value}`).join('\n'),
    care,
    chance.pick(closings),
  ].join('\n\n')
