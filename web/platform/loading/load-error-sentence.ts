import { useEffect } from 'react'
import { errors } from '#domain/errors.ts'
import type { Retry } from '#web/platform/loading/lazy-component.tsx'
import { listenTo } from '#web/platform/open-store.ts'

/** The reason why a file failed to load. */
export const loadErrorSentence = (): string => errors[navigator.onLine ? 'unavailable' : 'offline'].message

/** Repeats a failed load when the network is back. */
export function useRetryOnline(again: Retry['again']): void {
  useEffect(() => listenTo(window, 'online')(again), [again])
}
