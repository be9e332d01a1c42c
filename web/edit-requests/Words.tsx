import { diffWordsWithSpace } from 'diff'
import { Fragment, useMemo } from 'react'
import type { Texts } from '#web/edit-requests/Beside.tsx'

/** Time limit of the comparison, in milliseconds: texts that differ so much are marked as a whole. */
const timeoutMs = 300

/** One of two texts; words missing in the other one are marked. */
export default function Words({ side, live, proposed }: Texts) {
  const parts = useMemo(() => diffWordsWithSpace(live, proposed, { timeout: timeoutMs }), [live, proposed])
  const Mark = side === 'live' ? 'del' : 'ins'
  if (!parts) return <Mark>{side === 'live' ? live : proposed}</Mark>
  return parts
    .filter(({ added, removed }) => (side === 'live' ? !added : !removed))
    .map(({ value, added, removed }, at) => {
      const Part = added || removed ? Mark : Fragment
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text is identified by its place
      return <Part key={at}>{value}</Part>
    })
}
