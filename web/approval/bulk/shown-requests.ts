import { useSyncExternalStore } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { openStore } from '#web/platform/open-store.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'

type Expected = Pick<BulkDecision['items'][number], 'id' | 'version' | 'productVersion'>

/** The requests that were shown to the end since the page was loaded, each as a person saw it. */
const shown = openStore<ReadonlySet<string>>(new Set())

const keyOf = ({ id, version, productVersion }: Expected) => JSON.stringify([currentUserId(), id, version, productVersion ?? 0])

/** Notes that the whole difference of a request was shown. */
export function noteShown(request: Expected): void {
  const key = keyOf(request)
  if (!shown.read().has(key)) shown.set(new Set([...shown.read(), key]))
}

/** Whether a request was shown as it is named: no other may be approved with others (product §4). */
export function useWasShown(): (request: Expected) => boolean {
  const now = useSyncExternalStore(shown.subscribe, shown.read)
  return (request) => now.has(keyOf(request))
}
