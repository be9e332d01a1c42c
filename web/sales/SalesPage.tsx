import { useNavigate, useSearch } from '@tanstack/react-router'
import { daysOf } from '#domain/sales-presets.ts'
import { isRatio } from '#web/sales/figures.ts'
import { SalesOverview } from '#web/sales/SalesOverview.tsx'
import { SalesRatio } from '#web/sales/SalesRatio.tsx'
import { SalesRows } from '#web/sales/SalesRows.tsx'
import type { SalesSearch } from '#web/sales/sales-search.ts'
import { useToday } from '#web/sales/use-today.ts'

/** `/admin/sales` (product §5): the figures of a range, or what one of them consists of. */
export function SalesPage() {
  const search = useSearch({ from: '/frame/admin/sales' })
  const navigate = useNavigate()
  const days = daysOf(search, useToday())
  const go = (to: SalesSearch) => void navigate({ to: '/admin/sales', search: to, replace: true, resetScroll: false })
  const { rows, ...rest } = search
  const goOn = (to: SalesSearch) => go({ ...to, rows })
  if (rows && isRatio(rows)) return <SalesRatio ratio={rows} search={rest} days={days} go={goOn} />
  return rows ? <SalesRows figure={rows} search={rest} days={days} go={goOn} /> : <SalesOverview {...{ search, days, go }} />
}
