import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { newKey } from '#web/platform/new-key.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { openForm } from '#web/products/form/open-form.ts'
import { type FormName, type StoredInput, storeInput } from '#web/products/form/stored-inputs.ts'
import { definedValues, mergeInputs, outcomeOf, type UnsavedInput } from '#web/products/form/unsaved-input.ts'
import type { FormState } from '#web/products/form/use-form-state.ts'

export type UnsavedInputState = ReturnType<typeof useUnsavedInput>

/**
 * Stores unsaved input until it is saved, so that a closed tab loses none of it, and offers it on return (product §3).
 * `done` becomes true once everything is saved.
 */
export function useUnsavedInput(form: FormState, done: { readonly current: boolean }) {
  const { id: userId } = useMe()
  const productId = form.base?.id ?? null
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const [{ name, offer }, setOwn] = useState<{ name: string; offer: Offer | null }>(() => ({ name: newKey(), offer: null }))
  const [isStored, setIsStored] = useState(false)
  const unsaved = form.unsavedInput()
  // Until the seller answers the offer, the earlier input is stored together with the new one.
  const wanted = unsaved ? mergeInputs(offer, unsaved) : offer
  const own = { userId, productId, form: name }
  const mark = markOf(own, wanted, unsaved ? entry : undefined)

  const pending = useRef<(() => void) | null>(null)
  const flush = useCallback(() => {
    pending.current?.()
    pending.current = null
  }, [])

  const storedMark = useRef(mark)
  const place = useRef(own)
  const latest = useRef(form)
  latest.current = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is opened once, with its first values
  useEffect(() => {
    const closed = new AbortController()
    const opening = {
      place: { userId, productId },
      entry,
      offerOf: (stored: StoredInput) => offerOf(stored, latest.current),
      closed: closed.signal,
    }
    void openForm(name, opening).then((left) => {
      if (!left || closed.signal.aborted || done.current) return
      // Stored input is not written again, and so keeps its age.
      storedMark.current = markOf({ ...opening.place, form: left.form }, left.offer, undefined)
      setOwn({ name: left.form, offer: left.offer })
      setIsStored(true)
    })
    return () => closed.abort()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark changes with everything that is written
  useEffect(() => {
    if (storedMark.current === mark) return
    storedMark.current = mark
    pending.current = () => {
      // After a sign-out nothing of this person is stored.
      if (queries.getQueryData(meQuery.queryKey)?.user?.id !== userId) return
      // A creation continues under its own id, and a form that was taken over under its own name.
      if (!isSame(place.current, own)) storeInput(place.current, null)
      place.current = own
      setIsStored(storeInput(own, done.current ? null : wanted, entry))
    }
    const timer = setTimeout(flush, limits.unsaved.writeAfterMs)
    return () => clearTimeout(timer)
  }, [mark])

  useEffect(() => {
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [flush])

  return {
    offer,
    /** True while the input would survive a closed tab. */
    isStored,
    storeNow: flush,
    goOn() {
      if (offer) form.putOn(definedValues(offer.typed))
      setOwn({ name, offer: null })
    },
    startAfresh: () => setOwn({ name, offer: null }),
    /** Deletes the stored input of this form. */
    forget() {
      pending.current = null
      for (const each of [place.current, own]) storeInput(each, null)
    },
  }
}

const isSame = (one: FormName, other: FormName) => one.productId === other.productId && one.form === other.form
const markOf = ({ productId, form }: FormName, wanted: UnsavedInput | null, entry: string | undefined) =>
  JSON.stringify([productId, form, entry, wanted?.version, wanted?.typed, wanted?.pictures])

type Offer = StoredInput & { names: ReturnType<typeof outcomeOf>['names']; clashes: ReturnType<typeof outcomeOf>['clashes'] }

/** Makes an offer only of input that would change the form. */
function offerOf(stored: StoredInput, form: FormState): Offer | null {
  const outcome = outcomeOf(stored, form.values)
  return outcome.names.length > 0 ? { ...stored, ...outcome } : null
}
