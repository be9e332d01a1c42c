import type { Product } from '#domain/product.ts'
import { byKind, type FactField } from '#domain/product-fields.ts'
import { numberText } from '#web/platform/i18n/field-units.ts'
import { useMoney } from '#web/platform/session/use-money.ts'

type About = { field: FactField; money: (minor: number) => string }

const textOf = byKind<[About], string | null>({
  line: (value) => value,
  prose: (value) => value,
  text: (value) => value,
  money: (value, { money }) => (value === null ? null : money(value)),
  count: (value, { field }) => (value === null ? null : numberText(field, value)),
  tags: (value) => value.join(', '),
  attributes: (value) => value.map(({ key, value }) => `${key}: ${value}`).join(', '),
})

/** A field of a product as the text of a fact, or null where nothing is given. */
export function useFactText(): (field: FactField, product: Product) => string | null {
  const money = useMoney()
  // A product cached by an earlier version lacks newer fields.
  return (field, product) => textOf(field, product[field] ?? null, { field, money }) || null
}
