import { z } from 'zod'
import type { Product } from '#domain/product.ts'
import { byField, type KindOf, productFields, type ValueField, type ValueKind, valueFields } from '#domain/product-fields.ts'
import { differences, emptyValues, type FormValues, rebase } from '#web/products/form/product-form.ts'

const text = z.string()
const typed = {
  line: text,
  prose: text,
  text,
  money: text,
  count: text,
  tags: z.array(text),
  attributes: z.array(z.object({ key: text, value: text })),
} satisfies Record<ValueKind, z.ZodType>
const Values = z
  .object(byField(valueFields, (field) => typed[productFields[field].kind]) as { [Field in ValueField]: (typeof typed)[KindOf<Field>] })
  .partial()
export const UnsavedInput = z.object({
  /** The version it is based on; null for a new product. */
  version: z.number().nullable(),
  /** The former values of the typed fields, and the typed ones. */
  before: Values,
  typed: Values,
  /** Pictures were chosen too; the server has those that were uploaded. */
  pictures: z.boolean(),
  /** The paths of those that were stored, in the order of the form. */
  paths: z.array(z.string()).optional(),
  /** Those that were not stored yet, with their places among all that were chosen. */
  unfinished: z.array(z.object({ name: z.string(), at: z.number() })).optional(),
  /** The key of a creation, under which its pictures are. */
  creation: z.uuid().optional(),
})
export type UnsavedInput = z.infer<typeof UnsavedInput>

/** Whether the server has pictures of it: of a creation under its key, else of the product. */
export const hasImages = ({ pictures, creation, version }: UnsavedInput): boolean =>
  pictures && (creation !== undefined || version !== null)

/** Whether images may still be there: of an unknown number, or one at least. */
export const mayHaveImages = (input: UnsavedInput): boolean =>
  hasImages(input) && (input.unfinished === undefined || (input.paths ?? []).length > 0)

/** Images in the order that they had in the form, those it did not have last; and the names of those that never arrived. */
export function inOrder<Image extends { path: string; name: string }>(
  images: readonly Image[],
  { paths = [], unfinished = [] }: Pick<UnsavedInput, 'paths' | 'unfinished'>,
): { images: Image[]; lost: string[] } {
  const late = images.filter(({ path }) => !paths.includes(path))
  const places = paths.map((path) => images.filter((image) => image.path === path))
  const lost: string[] = []
  for (const { name, at } of unfinished) {
    // The server stores names in this form.
    const stored = name.trim().normalize('NFC')
    const found = late.findIndex((image) => image.name === stored)
    if (found < 0) lost.push(name)
    places.splice(at, 0, found < 0 ? [] : late.splice(found, 1))
  }
  return { images: [...places.flat(), ...late], lost }
}

/** The unsaved input: only the fields that differ; null if there are none, and no pictures were chosen. */
export function unsavedInputOf(
  product: Product | null,
  before: FormValues,
  values: FormValues,
  pictures: boolean,
  creation?: string,
  beyond: Pick<UnsavedInput, 'paths' | 'unfinished'> = {},
): UnsavedInput | null {
  const names = differences(before, values)
  const version = product?.version ?? null
  if (names.length === 0 && !hasImages({ version, before: {}, typed: {}, pictures, creation })) return null
  const only = (all: FormValues) => Object.fromEntries(names.map((name) => [name, all[name]]))
  return { version, before: only(before), typed: only(values), pictures, creation, ...beyond }
}

/** Merges later input over earlier input. */
export function mergeInputs(earlier: UnsavedInput | null, later: UnsavedInput | null): UnsavedInput | null {
  if (!earlier || !later) return later ?? earlier
  return {
    version: earlier.version,
    before: { ...later.before, ...earlier.before },
    typed: { ...earlier.typed, ...later.typed },
    pictures: earlier.pictures || later.pictures,
    paths: earlier.paths || later.paths ? [...new Set([...(earlier.paths ?? []), ...(later.paths ?? [])])] : undefined,
    unfinished: earlier.unfinished || later.unfinished ? [...(earlier.unfinished ?? []), ...(later.unfinished ?? [])] : undefined,
    // The pictures chosen last belong to the later creation.
    creation: later.pictures ? (later.creation ?? earlier.creation) : (earlier.creation ?? later.creation),
  }
}

/**
 * The fields that continuing with the input would change, and those of them that changed elsewhere meanwhile.
 * A field that the form no longer has, or that has this value already, is no change.
 */
export function outcomeOf(stored: UnsavedInput, now: FormValues): { names: (keyof FormValues)[]; clashes: (keyof FormValues)[] } {
  const before: FormValues = { ...emptyValues, ...now, ...definedValues(stored.before) }
  const { clashes } = rebase(before, now, { ...before, ...definedValues(stored.typed) })
  return { names: differences(now, { ...now, ...definedValues(stored.typed) }), clashes }
}

/** The stored fields as form values. */
export const definedValues = (values: z.infer<typeof Values>): Partial<FormValues> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
