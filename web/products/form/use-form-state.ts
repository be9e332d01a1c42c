import { useState } from 'react'
import { type EditRequestDetail, needsReview } from '#domain/edit-request.ts'
import { priceText } from '#domain/money.ts'
import { parsePrice } from '#domain/parse-price.ts'
import type { Product, ProductFields } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import type { Creation } from '#web/products/form/creation.ts'
import {
  differences,
  emptyValues,
  type FieldName,
  type FormValues,
  type Problems,
  problemsBeforeReview,
  readValues,
  rebase,
  same,
  valuesOf,
} from '#web/products/form/product-form.ts'
import { liveOf, refusedOf, type ShownProduct } from '#web/products/form/shown-product.ts'
import { unsavedInputOf } from '#web/products/form/unsaved-input.ts'
import { isRefused, type Pictures } from '#web/products/pictures/pictures.ts'
import { usePictures } from '#web/products/pictures/use-pictures.ts'

export type FormState = ReturnType<typeof useFormState>

/** What saving does with a field of an approved product, changed or not (product §3, §4). */
export type Way = 'now' | 'review' | 'takenBack'

/** The typed values, the server's state, and the differences. `check` shows at once what is missing before review. */
export function useFormState(product: ShownProduct | null, pictures: Pictures, check: boolean, creation: Creation | undefined) {
  const rules = useMarketplace()
  const { currency } = rules
  const [base, setBase] = useState(product)
  const [values, setValues] = useState(() => asValues(product, currency))
  const [problems, setProblems] = useState<Problems>(() =>
    check && product ? problemsOf(asValues(product, currency), currency, true, product.images.length) : {},
  )
  const [typedNote, setNote] = useState<string | null>(null)
  /** Counts refusals, so that the focus goes to the first wrong field each time. */
  const [refusals, setRefusals] = useState(check ? 1 : 0)
  const shown = usePictures(pictures)
  const refused = shown.filter(isRefused).length
  const before = asValues(base, currency)
  const picturesChanged = pictures.differFrom(base?.images ?? [])
  // A product without pictures shows those of an earlier visit at once.
  const picturesChosen = base?.images.length === 0 ? false : pictures.addsTo(base?.images ?? [])
  const changed: FieldName[] = [...differences(before, values), ...(picturesChanged ? (['images'] as const) : [])]

  const price = parsePrice(values.price, currency)
  const live = base && liveOf(base)
  const liveValues = asValues(live, currency)
  const waiting = base?.request?.fields ?? []
  const isLive = (name: FieldName) => (name === 'images' ? !pictures.differFrom(live?.images ?? []) : same(values[name], liveValues[name]))

  /** What saving does with a field; null where nothing is on sale yet. */
  function wayOf(name: FieldName): Way | null {
    if (live?.status !== 'approved') return null
    if (changed.includes(name) && isLive(name)) return 'takenBack'
    return needsReview(name, 'minor' in price ? price.minor : null, { product: live, proposed: waiting, rules }) ? 'review' : 'now'
  }

  const noteBefore = base?.request?.note ?? ''
  /** A note to the reviewer is read only where a change waits or will wait. */
  const takesNote = waiting.length > 0 || changed.some((name) => wayOf(name) === 'review')
  const changedNote = takesNote && typedNote !== null && typedNote.trim() !== noteBefore ? typedNote.trim() : undefined

  function refuse(found: Problems) {
    setProblems(found)
    setRefusals((count) => count + 1)
  }

  const touch = (name: FieldName) =>
    setProblems((all) => Object.fromEntries(Object.entries(all).filter(([path]) => path.split('.')[0] !== name)))

  return {
    base,
    values,
    /** A picture that was refused is a problem until it is removed. */
    problems: refused > 0 ? { ...problems, images: t('products.images.removeRefused', { count: refused }) } : problems,
    refusals,
    changed,
    currency,
    wayOf,
    /** Fields that wait for review and were not changed here. */
    waiting: waiting.filter((name) => !changed.includes(name)),
    /** The note to the reviewer. */
    note: typedNote ?? noteBefore,
    takesNote,
    changedNote,
    setNote,
    refuse,
    /** Clears the problems of a field, which may be corrected now. */
    touch,
    set<Name extends keyof FormValues>(name: Name, value: FormValues[Name]) {
      setValues((typed) => ({ ...typed, [name]: value }))
      touch(name)
    },
    /** The unsaved input, or null. */
    unsavedInput: () => {
      const beyond = picturesChosen ? pictures.beyond(base?.images ?? []) : undefined
      return unsavedInputOf(base, before, values, picturesChosen, base === null ? creation?.key() : undefined, beyond)
    },
    /** Puts values into fields, over the current ones. */
    putOn: (typed: Partial<FormValues>) => {
      setValues((all) => ({ ...all, ...typed }))
      for (const name of Object.keys(typed)) touch(name as keyof FormValues)
    },
    /** What was refused of this request, as far as the form neither has it nor was changed there. */
    refusedIn(request: EditRequestDetail) {
      const { images, ...fields } = refusedOf(request)
      const proposed = asValues(base && { ...base, ...fields }, currency)
      const names = differences(before, proposed).filter((name) => !changed.includes(name))
      return {
        typed: Object.fromEntries(names.map((name) => [name, proposed[name]])) as Partial<FormValues>,
        images: images && !picturesChanged && pictures.differFrom(images) ? images : null,
      }
    },
    /** Shows a price as it was parsed: "1.234,5" becomes "1234.50". */
    tidyPrice() {
      if ('minor' in price) setValues((typed) => ({ ...typed, price: priceText(price.minor, currency) }))
    },
    /** The fields to save, or null after marking the wrong ones. */
    read(submit: boolean): ProductFields | null {
      const found = problemsOf(values, currency, submit, shown.length)
      const read = readValues(values, currency)
      if ('fields' in read && Object.keys(found).length === 0 && refused === 0) return read.fields
      refuse(found)
      return null
    },
    /** Fields that changed both here and in this state of the product. */
    clashesWith(fresh: ShownProduct): FieldName[] {
      const { clashes } = rebase(before, asValues(fresh, currency), values)
      return picturesChanged && base && pictures.differFrom(fresh.images) && paths(base) !== paths(fresh) ? [...clashes, 'images'] : clashes
    },
    /** Bases the form on this server state; typed values stay. */
    rebaseOn(fresh: ShownProduct) {
      setBase(fresh)
      setValues(rebase(before, asValues(fresh, currency), values).values)
      if (picturesChanged) pictures.setNamed(fresh.images)
      else pictures.reset(fresh.images)
    },
  }
}

const asValues = (product: Product | null, currency: string) => (product ? valuesOf(product, currency) : emptyValues)
const paths = (product: Product) => product.images.map(({ path }) => path).join('\n')

/** All problems at once, so that the seller corrects the form only once. */
function problemsOf(values: FormValues, currency: string, submit: boolean, pictures: number): Problems {
  const read = readValues(values, currency)
  const missing = submit ? problemsBeforeReview(values, pictures) : {}
  return 'problems' in read ? { ...read.problems, ...missing } : missing
}
