import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SalesRange, whyNotRange } from '#domain/sales-rules.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import type { Ratio } from '#web/sales/figures.ts'
import { RatioParts } from '#web/sales/RatioParts.tsx'
import { RowsFrame } from '#web/sales/RowsFrame.tsx'
import { toRows } from '#web/sales/rows-of.ts'
import { SalesToolbar } from '#web/sales/SalesToolbar.tsx'
import type { SalesSearch } from '#web/sales/sales-search.ts'
import { stepFor } from '#web/sales/step-for.ts'
import { Note } from '#web/ui/Note.tsx'

type Props = { ratio: Ratio; search: SalesSearch; days: SalesRange; go: (to: SalesSearch) => void }

/** How an average or a rate of the marketplace comes about. */
export function SalesRatio({ ratio, search: { range, from, to, step: asked }, days, go }: Props) {
  const step = stepFor(days, asked)
  const problem = whyNotRange(days, step)
  const query = useQuery(rpc.sales.figures.queryOptions({ input: { ...days, step }, enabled: !problem, placeholderData: keepPreviousData }))
  const chosen = { range, from, to }
  return (
    <RowsFrame figure={ratio} all={{ to: '/admin/sales', search: { ...chosen, step: asked } }}>
      <SalesToolbar chosen={chosen} days={days} change={(other) => go({ ...other, step: asked })} />
      {problem ? (
        <Note tone="bad">{problem.message}</Note>
      ) : (
        <RatioParts {...{ ratio, query, days }} toPart={(name) => toRows(name, chosen)} />
      )}
    </RowsFrame>
  )
}
