import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Moderation as Report } from '#contract/sales.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { CsvLink } from '#web/sales/CsvLink.tsx'
import { Admins, Decisions, Reasons, ReviewFacts } from '#web/sales/ModerationTables.tsx'
import list from '#web/sales/Review.module.css'
import { WaitingNow } from '#web/sales/WaitingNow.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shownNumber } from '#web/ui/shown-count.ts'
import { shownDuration } from '#web/ui/shown-duration.ts'

/** The state of review: what waits now, and the decisions of these days (product §5). */
export function Moderation({ days }: { days: SalesRange }) {
  const query = useQuery(rpc.sales.moderation.queryOptions({ input: days, placeholderData: keepPreviousData }))
  return (
    <Panel
      title={t('sales.moderation.title')}
      actions={
        <span className="line gap-12">
          <Link to="/admin/history" search={{ decision: 'any', ...days }} className="strong not-printed">
            {t('sales.moderation.toHistory')}
          </Link>
          <CsvLink href={`/api/sales/review.csv${stringifySearch(days)}`} name={t('sales.moderation.title')} />
        </span>
      }
    >
      <DataState query={query} loading={<Skeleton rows={4} />}>
        {(report) => (
          <div className={list.review}>
            <WaitingNow waiting={report.waiting} />
            <Decided report={report} />
            <Reasons report={report} />
            <Admins report={report} />
          </div>
        )}
      </DataState>
    </Panel>
  )
}

function Decided({ report: { range, decisions, approved, rejected, medianMs, p90Ms } }: { report: Report }) {
  const took = (ms: number | null) => (ms === null ? '–' : <Decisions of={{ decision: 'waited', ...range }}>{shownDuration(ms)}</Decisions>)
  const count = (decision: 'any' | 'approved' | 'rejected', value: number) => (
    <Decisions of={{ decision, ...range }}>{shownNumber(value)}</Decisions>
  )
  return (
    <section className="stack gap-8">
      <h3>{t('sales.moderation.decided')}</h3>
      <ReviewFacts
        facts={[
          [t('sales.moderation.decisions'), count('any', decisions)],
          [t('sales.moderation.approved'), count('approved', approved)],
          [t('sales.moderation.rejected'), count('rejected', rejected)],
          [t('sales.moderation.median'), took(medianMs)],
          [t('sales.moderation.p90'), took(p90Ms)],
        ]}
      />
    </section>
  )
}
