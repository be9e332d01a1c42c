import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { meQuery, queries } from '#web/app/queries.ts'
import { useMe } from '#web/app/use-me.ts'
import { given, keepTyping, keptTyping, outcomeOf, type Typing, together } from '#web/products/kept-typing.ts'
import type { FormState } from '#web/products/use-form-state.ts'

export type KeptTyping = ReturnType<typeof useKeptTyping>

/**
 * Keeps what is typed until it is saved, so that a closed tab loses no words, and offers it on return (product §3).
 * `done` turns true as soon as everything is saved.
 */
export function useKeptTyping(form: FormState, done: { readonly current: boolean }) {
  const { id: userId } = useMe()
  const productId = form.base?.id ?? null
  const [offer, setOffer] = useState(() => offerOf(keptTyping({ userId, productId }), form))
  const [isKept, setIsKept] = useState(offer !== null)
  const unsaved = form.typing()
  // As long as nobody said what to do with it, the earlier is kept together with what is typed now.
  const wanted = unsaved ? together(offer, unsaved) : offer
  const mark = JSON.stringify([productId, wanted?.version, wanted?.typed, wanted?.pictures])

  const pending = useRef<(() => void) | null>(null)
  const flush = useCallback(() => {
    pending.current?.()
    pending.current = null
  }, [])

  const written = useRef(mark)
  const place = useRef(productId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark says whether there is something to write
  useEffect(() => {
    if (written.current === mark) return
    written.current = mark
    pending.current = () => {
      // Signed out meanwhile: nothing of this person stays behind.
      if (queries.getQueryData(meQuery.queryKey)?.user?.id !== userId) return
      // A creation that has begun goes on under its own id.
      if (place.current !== productId) keepTyping({ userId, productId: place.current }, null)
      place.current = productId
      setIsKept(keepTyping({ userId, productId }, done.current ? null : wanted))
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
    /** True while what is typed would outlive a closed tab. */
    isKept,
    goOn() {
      if (offer) form.putOn(given(offer.typed))
      setOffer(null)
    },
    startAfresh: () => setOffer(null),
    /** Everything is saved: nothing has to be kept any more. */
    forget() {
      pending.current = null
      for (const id of new Set([place.current, productId])) keepTyping({ userId, productId: id }, null)
    },
  }
}

type Offer = Typing & { at: number; names: ReturnType<typeof outcomeOf>['names']; clashes: ReturnType<typeof outcomeOf>['clashes'] }

/** Only what would really change the form is offered. */
function offerOf(kept: (Typing & { at: number }) | null, form: FormState): Offer | null {
  const outcome = kept && outcomeOf(kept, form.values)
  return kept && outcome && outcome.names.length > 0 ? { ...kept, ...outcome } : null
}
