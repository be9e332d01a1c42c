import { useEffect } from 'react'
import { errors } from '#domain/errors.ts'
import type { Retry } from '#web/platform/loading/lazy-component.tsx'

/** The reason why a file failed to load. */
export const loadErrorSentence = (): string => errors[navigator.onLine ? 'unavailable' : 'offline'].message

/** Repeats a failed load when the network is back. */
export function useRetryOnline(again: Retry['again']): void {
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
}
