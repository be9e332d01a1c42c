import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Moderation as Report } from '#contract/sales.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { shownNumber } from '#web/sales/figures.ts'
import { Admins, Decisions, Reasons } from '#web/sales/ModerationTables.tsx'
import list from '#web/sales/Review.module.css'
import css from '#web/sales/Sales.module.css'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shownDuration } from '#web/ui/shown-duration.ts'
import { Ago } from '#web/ui/Time.tsx'

/** How review keeps up: what waits now, and what was decided on these days (product §5). */
export function Moderation({ days }: { days: SalesRange }) {
  const query = useQuery(rpc.sales.moderation.queryOptions({ input: days, placeholderData: keepPreviousData }))
  return (
    <Panel
      title={t('sales.moderation.title')}
      actions={
        <Link to="/admin/history" search={{ decision: 'any', ...days }} className={css.more}>
          {t('sales.moderation.toHistory')}
        </Link>
      }
    >
      <DataState query={query} loading={<Skeleton rows={4} />}>
        {(report) => (
          <div className={list.review}>
            <Now waiting={report.waiting} />
            <Decided report={report} days={days} />
            <Reasons report={report} days={days} />
            <Admins report={report} days={days} />
          </div>
        )}
      </DataState>
    </Panel>
  )
}

type Fact = readonly [name: string, value: ReactNode]

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={list.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Now({ waiting: { products, edits, oldest, oldestOf, medianAgeMs } }: { waiting: Report['waiting'] }) {
  // Where only one queue has anything, the middle age is of that; else of both, which stand above.
  const queue = products === 0 ? '/admin/edit-requests' : edits === 0 ? '/admin/product-approval' : null
  return (
    <section>
      <h3>{t('sales.moderation.now')}</h3>
      <ul className={list.waiting}>
        <li>
          <Link to="/admin/product-approval">{t('sales.moderation.products', { count: products, shown: shownNumber(products) })}</Link>
        </li>
        <li>
          <Link to="/admin/edit-requests">{t('sales.moderation.edits', { count: edits, shown: shownNumber(edits) })}</Link>
        </li>
      </ul>
      <dl className={list.facts}>
        <div>
          <dt>{t('sales.moderation.oldest')}</dt>
          <dd>
            {oldest ? (
              <Link to={oldestOf === 'edits' ? '/admin/edit-requests' : '/admin/product-approval'}>
                <Ago at={oldest} />
              </Link>
            ) : (
              '–'
            )}
          </dd>
        </div>
        <div>
          <dt>{t('sales.moderation.medianAge')}</dt>
          <dd>{medianAgeMs === null ? '–' : queue ? <Link to={queue}>{shownDuration(medianAgeMs)}</Link> : shownDuration(medianAgeMs)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Decided({ report: { decisions, approved, rejected, medianMs, p90Ms }, days }: { report: Report; days: SalesRange }) {
  const took = (ms: number | null) => (ms === null ? '–' : <Decisions of={{ decision: 'waited', ...days }}>{shownDuration(ms)}</Decisions>)
  const count = (decision: 'any' | 'approved' | 'rejected', value: number) => (
    <Decisions of={{ decision, ...days }}>{shownNumber(value)}</Decisions>
  )
  return (
    <Facts
      title={t('sales.moderation.decided')}
      facts={[
        [t('sales.moderation.decisions'), count('any', decisions)],
        [t('sales.moderation.approved'), count('approved', approved)],
        [t('sales.moderation.rejected'), count('rejected', rejected)],
        [t('sales.moderation.median'), took(medianMs)],
        [t('sales.moderation.p90'), took(p90Ms)],
      ]}
    />
  )
}
