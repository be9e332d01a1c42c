import { useSyncExternalStore } from 'react'
import { ago, dayAndTime, longTime, shortDate } from '#web/ui/time.ts'

/** The current minute, shared by all relative times on the screen. */
export const minute = {
  subscribe: (changed: () => void) => {
    const timer = setInterval(changed, 30_000)
    return () => clearInterval(timer)
  },
  read: () => Math.floor(Date.now() / 60_000) * 60_000,
}

/** A relative time: "5 minutes ago", with the exact moment on hover; on paper, which does not age, day and time. */
export function Ago({ at }: { at: string }) {
  const now = useSyncExternalStore(minute.subscribe, minute.read)
  return (
    <time dateTime={at} title={longTime(at)} className="ago" data-printed={dayAndTime(at)}>
      {ago(at, now)}
    </time>
  )
}

/** A day: "21 Nov 2026", with the exact moment on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={longTime(at)}>
      {shortDate(at)}
    </time>
  )
}
