import { useSyncExternalStore } from 'react'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { dayIn } from '#web/ui/calendar.ts'
import { minute } from '#web/ui/Time.tsx'

/** Today in the marketplace's time zone (product §5); a screen that stays open moves on to the next day. */
export function useToday(): string {
  const { timeZone } = useMarketplace()
  return useSyncExternalStore(minute.subscribe, () => dayIn(timeZone, Date.now()))
}
