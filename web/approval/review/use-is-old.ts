import { useState } from 'react'

type Asked = { isStale: boolean; isFetchedAfterMount: boolean }

/** Is this what an earlier look left behind, while a fresh answer is on its way? For a screen that is drawn anew for each thing. */
export function useIsOld({ isStale, isFetchedAfterMount }: Asked): boolean {
  const [keptIsOld] = useState(isStale)
  return keptIsOld && !isFetchedAfterMount
}
