import { useState, useSyncExternalStore } from 'react'
import { liveLine } from '#web/platform/live/live-line.ts'

/** Whether the image at this address could not be loaded. It is tried again when the connection is lost or back. */
export function useLostImage(src: string | undefined): { lost: boolean; onError: () => void } {
  const attempt = `${useSyncExternalStore(liveLine.subscribe, liveLine.read)} ${src}`
  const [lost, setLost] = useState<string>()
  return { lost: lost === attempt, onError: () => setLost(attempt) }
}
