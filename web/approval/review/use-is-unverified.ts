import { useState } from 'react'

type Asked = { isStale: boolean; isFetchedAfterMount: boolean }

/** Whether data comes from the offline cache while the fresh answer is on its way. For a screen that is mounted again for each item. */
export function useIsUnverified({ isStale, isFetchedAfterMount }: Asked): boolean {
  const [wasUnverified] = useState(isStale)
  return wasUnverified && !isFetchedAfterMount
}
