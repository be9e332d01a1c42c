import { useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { useStoreSoon } from '#web/platform/drafts/use-store-soon.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fileList } from '#web/platform/i18n/product-fields.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { drafts } from '#web/platform/session/drafts.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import type { Creation, Earlier } from '#web/products/form/creation.ts'
import type { FormValues } from '#web/products/form/product-form.ts'
import { definedValues, hasImages, inOrder, mergeInputs, outcomeOf, UnsavedInput } from '#web/products/form/unsaved-input.ts'
import type { FormState } from '#web/products/form/use-form-state.ts'
import { toast } from '#web/ui/toasts.ts'

const inputs = drafts((content) => UnsavedInput.safeParse(content).data ?? null)

type Sources = { creation: Creation | undefined; edit: Earlier | undefined }

export type UnsavedInputState = ReturnType<typeof useUnsavedInput>

/**
 * Stores unsaved input until it is saved, so that a closed tab loses none of it, and offers it on return (product §3).
 * `done` becomes true once everything is saved; while `isSaving`, no earlier creation can be continued.
 */
export function useUnsavedInput(form: FormState, { creation, edit }: Sources, done: { readonly current: boolean }, isSaving: boolean) {
  const { id: userId } = useMe()
  const name = nameOf(form)
  const [openedAs] = useState(name)
  const [offer, setOffer] = useState<Offer | null>(null)
  const [isStored, setIsStored] = useState(false)
  const unsaved = form.unsavedInput()
  /** What stays under a name once the new input is saved or has another name: earlier input until the seller answers its offer. */
  const earlierUnder = (one: string) => (one === openedAs ? offer : null)
  // Until then, the earlier input is stored together with the new one.
  const wanted = unsaved ? mergeInputs(earlierUnder(name), unsaved) : earlierUnder(name)

  const storedAs = useRef(name)
  const mark = markOf(name, wanted)
  const { storeNow, noteStored } = useStoreSoon(mark, () => {
    // A creation continues under the id of its product.
    if (storedAs.current !== name) inputs.store(userId, storedAs.current, earlierUnder(storedAs.current))
    storedAs.current = name
    setIsStored(inputs.store(userId, name, done.current ? earlierUnder(name) : wanted))
  })

  const latest = useRef({ form, isSaving })
  latest.current = { form, isSaving }
  const isMounted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is opened once, with its first values
  useEffect(() => {
    let isOpen = true
    isMounted.current = true
    // Earlier input stays where it is once the seller types: the next visit offers it.
    const isWanted = () => isOpen && !done.current && latest.current.form.unsavedInput() === null
    void findOffer(userId, name, isWanted, () => latest.current.form.values).then((found) => {
      if (!found || !isOpen || done.current) return
      // Counts as stored: written again, the earlier input would lose its age.
      noteStored(markOf(name, found))
      setOffer(found)
      setIsStored(true)
    })
    return () => {
      isOpen = false
      isMounted.current = false
    }
  }, [])

  const earlierOf = ({ creation: former }: Offer): Earlier | undefined =>
    edit ?? (former !== undefined && form.base === null ? creation?.earlier(former) : undefined)

  return {
    offer,
    /** True while the input would survive a closed tab. */
    isStored,
    storeNow,
    /**
     * Continues with the earlier input and its creation; false if nothing changes and the offer stays, as without an answer about the pictures
     * or after the form was left.
     */
    async goOn(): Promise<boolean> {
      if (!offer) return false
      const earlier = earlierOf(offer)
      if (earlier && hasImages(offer)) {
        const images = await earlier
          .arrived(edit && offer.paths)
          .catch((error) => void (isMounted.current && toast(problemOf(error).message, 'bad')))
        // Once a product is being created, another creation would make a second one.
        if (!images || !isMounted.current || latest.current.isSaving || (!edit && latest.current.form.base !== null)) return false
        const { images: ordered, lost } = inOrder(images, offer)
        const tooMany = earlier.goOn(ordered)
        if (tooMany > 0) toast(t('products.unsavedInput.tooMany', { count: tooMany, max: limits.image.max }), 'bad')
        if (images.length === 0) toast(t('products.unsavedInput.pictures'), 'bad')
        else if (lost.length > 0) toast(t('products.unsavedInput.lost', { count: lost.length, names: fileList(lost) }), 'bad')
      } else earlier?.goOn([])
      // What was typed since stays, as it does when both are stored.
      latest.current.form.putOn({ ...definedValues(offer.typed), ...definedValues(latest.current.form.unsavedInput()?.typed ?? {}) })
      setOffer(null)
      return true
    },
    startAfresh() {
      if (offer && hasImages(offer)) void earlierOf(offer)?.discard(edit && offer.paths)
      setOffer(null)
    },
    /** Deletes the stored input of this form. */
    forget() {
      noteStored(mark)
      for (const each of [storedAs.current, name]) inputs.store(userId, each, earlierUnder(each))
    },
  }
}

const nameOf = ({ base }: FormState) => (base === null ? 'new-product' : `product:${base.id}`)
const markOf = (name: string, wanted: UnsavedInput | null) =>
  JSON.stringify([name, wanted?.version, wanted?.typed, wanted?.pictures, wanted?.paths, wanted?.unfinished, wanted?.creation])

type Outcome = ReturnType<typeof outcomeOf>
type Offer = UnsavedInput & Outcome & { at: number }

/** The offer of input from an earlier visit: of this tab, else of a closed one. Input that would change nothing is deleted. */
async function findOffer(userId: string, name: string, isWanted: () => boolean, values: () => FormValues): Promise<Offer | null> {
  // If the form mounts twice at once, as in development, only the second mount opens it.
  await Promise.resolve()
  let left = isWanted() ? inputs.own(userId, name) : null
  do {
    const outcome = left && outcomeOf(left.content, values())
    if (left && outcome && (outcome.names.length > 0 || hasImages(left.content))) return { ...left.content, ...outcome, at: left.at }
    if (left) inputs.store(userId, name, null)
    left = await inputs.takeOver(userId, name, isWanted)
  } while (left)
  return null
}
