import { useEffect } from 'react'
import { errors } from '#domain/errors.ts'
import type { Retry } from '#web/platform/loading/lazy-component.tsx'

/** Why a file did not come. */
export const loadErrorSentence = (): string => errors[navigator.onLine ? 'unavailable' : 'offline'].message

/** What did not come without a network comes by itself when there is one. */
export function useRetryOnline(again: Retry['again']): void {
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
}
