import { useState } from 'react'
import { errors } from '#domain/errors.ts'
import { formatPrice, parsePrice, priceText } from '#domain/money.ts'
import type { Product, ProductFields } from '#domain/product.ts'
import { priceNeedsReview, reviewedFields } from '#domain/product-rules.ts'
import { useMarketplace } from '#web/app/use-me.ts'
import { t } from '#web/messages/messages.ts'
import { typingOf } from '#web/products/kept-typing.ts'
import type { Pictures } from '#web/products/pictures.ts'
import {
  differences,
  emptyValues,
  type FieldName,
  type FormValues,
  type Problems,
  problemsBeforeReview,
  readValues,
  rebase,
  valuesOf,
} from '#web/products/product-form.ts'
import { usePictures } from '#web/products/use-pictures.ts'

export type FormState = ReturnType<typeof useFormState>

/** What was typed, what the server has, and what differs. `check` says at once what is missing before review. */
export function useFormState(product: Product | null, pictures: Pictures, check: boolean) {
  const { currency } = useMarketplace()
  const [base, setBase] = useState(product)
  const [values, setValues] = useState(() => asValues(product, currency))
  const [problems, setProblems] = useState<Problems>(() =>
    check && product ? problemsOf(asValues(product, currency), currency, true, product.images.length) : {},
  )
  /** Counts refusals, so that the focus goes to the first wrong field each time. */
  const [refusals, setRefusals] = useState(check ? 1 : 0)
  const shown = usePictures(pictures)
  const before = asValues(base, currency)
  const picturesChanged = pictures.differFrom(base?.images ?? [])
  const changed: FieldName[] = [...differences(before, values), ...(picturesChanged ? (['images'] as const) : [])]

  const isLocked = (name: FieldName) => base?.status === 'approved' && (reviewedFields as readonly FieldName[]).includes(name)
  const price = parsePrice(values.price, currency)
  /** The last approved price, if what is typed is too far from it to be saved without review. */
  const farFrom =
    base?.status === 'approved' && 'minor' in price && price.minor !== null && priceNeedsReview(price.minor, base.approvedPrice ?? null)
      ? (base.approvedPrice ?? null)
      : null

  function refuse(found: Problems) {
    setProblems(found)
    setRefusals((count) => count + 1)
  }

  const touch = (name: FieldName) =>
    setProblems((all) => Object.fromEntries(Object.entries(all).filter(([path]) => path.split('.')[0] !== name)))

  return {
    base,
    values,
    problems,
    refusals,
    changed,
    currency,
    isLocked,
    farFrom,
    refuse,
    /** What was wrong with this field may be mended now. */
    touch,
    set<Name extends keyof FormValues>(name: Name, value: FormValues[Name]) {
      setValues((typed) => ({ ...typed, [name]: value }))
      touch(name)
    },
    /** What was typed and is not saved; null if nothing is. */
    typing: () => typingOf(base, before, values, picturesChanged),
    /** Puts values into fields at once, on top of what stands there. */
    putOn: (typed: Partial<FormValues>) => {
      setValues((all) => ({ ...all, ...typed }))
      for (const name of Object.keys(typed)) touch(name as keyof FormValues)
    },
    /** Shows a price as it was understood: "1.234,5" becomes "1234.50". */
    tidyPrice() {
      if ('minor' in price) setValues((typed) => ({ ...typed, price: priceText(price.minor, currency) }))
    },
    /** Takes what was typed in these fields back to what the server has. */
    takeBack(names: readonly FieldName[]) {
      setValues((typed) => ({
        ...typed,
        ...Object.fromEntries(names.filter((name) => name !== 'images').map((name) => [name, before[name as keyof FormValues]])),
      }))
      if (names.includes('images')) pictures.reset(base?.images ?? [])
    },
    /** The fields to be saved, or null after marking what is wrong. */
    read(submit: boolean): ProductFields | null {
      const found = problemsOf(values, currency, submit, shown.length)
      for (const name of changed) if (isLocked(name)) found[name] = errors['field-locked'].message
      if (farFrom !== null) found.price = t('products.priceFar', { price: formatPrice(farFrom, currency) })
      const read = readValues(values, currency)
      if ('fields' in read && Object.keys(found).length === 0) return read.fields
      refuse(found)
      return null
    },
    /** Fields that changed both here and in this state of the product. */
    clashesWith(fresh: Product): FieldName[] {
      const { clashes } = rebase(before, asValues(fresh, currency), values)
      return picturesChanged && base && pictures.differFrom(fresh.images) && paths(base) !== paths(fresh) ? [...clashes, 'images'] : clashes
    },
    /** From now on this is what the server has; what was typed stays on top of it. */
    restOn(fresh: Product) {
      setBase(fresh)
      setValues(rebase(before, asValues(fresh, currency), values).values)
      if (picturesChanged) pictures.setNamed(fresh.images)
      else pictures.reset(fresh.images)
    },
  }
}

const asValues = (product: Product | null, currency: string) => (product ? valuesOf(product, currency) : emptyValues)
const paths = (product: Product) => product.images.map(({ path }) => path).join('\n')

/** Every sentence at once, so that nobody mends the form twice. */
function problemsOf(values: FormValues, currency: string, submit: boolean, pictures: number): Problems {
  const read = readValues(values, currency)
  const missing = submit ? problemsBeforeReview(values, pictures) : {}
  return 'problems' in read ? { ...read.problems, ...missing } : missing
}
