import type { LiveStatus } from '#web/platform/live/live-status.ts'
import { openStore } from '#web/platform/open-store.ts'

/** The state of the stream. */
export const liveLine = openStore<LiveStatus>('catching-up')
