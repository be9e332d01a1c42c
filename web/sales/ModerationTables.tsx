import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Moderation } from '#contract/sales.ts'
import type { HistorySearch } from '#web/history/history-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import list from '#web/sales/Review.module.css'
import css from '#web/sales/Sales.module.css'
import { shownNumber } from '#web/ui/shown-count.ts'
import { shownDuration } from '#web/ui/shown-duration.ts'

/** A figure of decisions, linked to exactly these. */
export const Decisions = ({ of, children }: { of: HistorySearch; children: ReactNode }) => (
  <Link to="/admin/history" search={of}>
    {children}
  </Link>
)

type FactsProps = { facts: readonly (readonly [name: string, value: ReactNode])[]; className?: string }

/** Figures of review, each after its name. */
export const ReviewFacts = ({ facts, className = '' }: FactsProps) => (
  <dl className={`${list.facts} ruled ${className}`}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt className="muted">{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

type Props = { report: Moderation }

/** The reasons of rejections, the most frequent first. */
export function Reasons({ report: { range, reasons } }: Props) {
  const most = Math.max(...reasons.map(({ count }) => count), 1)
  return (
    <section className="stack gap-8">
      <h3>{t('sales.moderation.reasons')}</h3>
      {reasons.length === 0 && <p className="aside regular">{t('sales.moderation.noReasons')}</p>}
      {reasons.length > 0 && (
        <table className={`${list.small} plain-table`}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('common.reason')}</th>
              <th scope="col">{t('sales.moderation.count')}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ code, count }) => (
              <tr key={code}>
                <th scope="row">
                  {t(`approval.reasons.${code}`)}
                  <span className={css.share} aria-hidden>
                    <span style={{ width: `${(count / most) * 100}%` }} />
                  </span>
                </th>
                <td>
                  <Decisions of={{ decision: 'rejected', code, ...range }}>{shownNumber(count)}</Decisions>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The number and speed of decisions per admin. */
export function Admins({ report: { range, admins } }: Props) {
  return (
    <section className="stack gap-8">
      <h3>{t('sales.moderation.admins')}</h3>
      {admins.length === 0 && <p className="aside regular">{t('sales.moderation.noAdmins')}</p>}
      {admins.length > 0 && (
        <table className={`${list.small} plain-table`}>
          <thead>
            <tr>
              <th scope="col">{t('sales.moderation.admin')}</th>
              <th scope="col">{t('sales.moderation.approved')}</th>
              <th scope="col">{t('sales.moderation.rejected')}</th>
              <th scope="col">{t('sales.moderation.median')}</th>
            </tr>
          </thead>
          <tbody className="topped">
            {admins.map(({ id, name, approved, rejected, medianMs }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>
                  <Decisions of={{ decision: 'approved', by: id, ...range }}>{shownNumber(approved)}</Decisions>
                </td>
                <td>
                  <Decisions of={{ decision: 'rejected', by: id, ...range }}>{shownNumber(rejected)}</Decisions>
                </td>
                <td>
                  {medianMs === null ? '–' : <Decisions of={{ decision: 'waited', by: id, ...range }}>{shownDuration(medianMs)}</Decisions>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
