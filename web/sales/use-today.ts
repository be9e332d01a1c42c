import { useSyncExternalStore } from 'react'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { dayIn } from '#web/ui/calendar.ts'

const minute = {
  subscribe: (changed: () => void) => {
    const timer = setInterval(changed, 30_000)
    return () => clearInterval(timer)
  },
}

/** The day that it is in the marketplace's time zone (product §5); a screen that stays open goes on to the next one. */
export function useToday(): string {
  const { timeZone } = useMarketplace()
  return useSyncExternalStore(minute.subscribe, () => dayIn(timeZone, Date.now()))
}
