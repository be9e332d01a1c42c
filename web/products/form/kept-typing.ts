import { z } from 'zod'
import type { Product } from '#domain/product.ts'
import { differences, emptyValues, type FormValues, rebase } from '#web/products/form/product-form.ts'

const text = z.string()
const Values = z
  .object({
    title: text,
    description: text,
    price: text,
    stock: text,
    sku: text,
    category: text,
    tags: z.array(text),
    attributes: z.array(z.object({ key: text, value: text })),
  })
  .partial()
export const Typing = z.object({
  /** The version it was typed on; null for a new product. */
  version: z.number().nullable(),
  /** What stood in the typed fields before, and what was typed. */
  before: Values,
  typed: Values,
  /** Pictures were chosen too; they cannot be kept. */
  pictures: z.boolean(),
})
export type Typing = z.infer<typeof Typing>

/** What was typed and not saved, the fields that differ alone; null if nothing was. */
export function typingOf(product: Product | null, before: FormValues, values: FormValues, pictures: boolean): Typing | null {
  const names = differences(before, values)
  if (names.length === 0) return null
  const only = (all: FormValues) => Object.fromEntries(names.map((name) => [name, all[name]]))
  return { version: product?.version ?? null, before: only(before), typed: only(values), pictures }
}

/** What was typed later stands on top of what was kept before. */
export function together(earlier: Typing | null, later: Typing | null): Typing | null {
  if (!earlier || !later) return later ?? earlier
  return {
    version: earlier.version,
    before: { ...later.before, ...earlier.before },
    typed: { ...earlier.typed, ...later.typed },
    pictures: earlier.pictures || later.pictures,
  }
}

/**
 * The fields that going on would change, and of those the ones that changed elsewhere meanwhile.
 * A field without a place in the form any more, or that stands so already, is no change.
 */
export function outcomeOf(kept: Typing, now: FormValues): { names: (keyof FormValues)[]; clashes: (keyof FormValues)[] } {
  const before: FormValues = { ...emptyValues, ...now, ...given(kept.before) }
  const { clashes } = rebase(before, now, { ...before, ...given(kept.typed) })
  return { names: differences(now, { ...now, ...given(kept.typed) }), clashes }
}

/** The kept fields as the form takes them. */
export const given = (values: z.infer<typeof Values>): Partial<FormValues> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
