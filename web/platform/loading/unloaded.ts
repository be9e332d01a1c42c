import { useEffect } from 'react'
import { errors } from '#domain/errors.ts'
import type { Again } from '#web/platform/loading/part.tsx'

/** Why a file did not come. */
export const unloadedSentence = (): string => errors[navigator.onLine ? 'unavailable' : 'offline'].message

/** What did not come without a network comes by itself when there is one. */
export function useAgainOnline(again: Again['again']): void {
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
}
