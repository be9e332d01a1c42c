import { Link } from '@tanstack/react-router'
import type { Moderation } from '#contract/sales.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import { t } from '#web/messages/messages.ts'
import { shownNumber } from '#web/sales/figures.ts'
import list from '#web/sales/Review.module.css'
import css from '#web/sales/Sales.module.css'
import { shownDuration } from '#web/sales/shown-duration.ts'

type Props = { report: Moderation; days: SalesRange }

/** Why products were refused, the commonest reason first. */
export function Reasons({ report: { reasons }, days }: Props) {
  const most = Math.max(...reasons.map(({ count }) => count), 1)
  return (
    <section>
      <h3>{t('sales.moderation.reasons')}</h3>
      {reasons.length === 0 && <p className={css.aside}>{t('sales.moderation.noReasons')}</p>}
      {reasons.length > 0 && (
        <table className={list.small}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('sales.moderation.reason')}</th>
              <th scope="col">{t('sales.moderation.count')}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ code, count }) => (
              <tr key={code}>
                <th scope="row">
                  <Link to="/admin/history" search={{ type: 'product_rejection', ...days }}>
                    {t(`approval.reasons.${code}`)}
                  </Link>
                  <span className={css.share} aria-hidden>
                    <span style={{ width: `${(count / most) * 100}%` }} />
                  </span>
                </th>
                <td>{shownNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Who decided how much, and how fast. */
export function Admins({ report: { admins }, days }: Props) {
  return (
    <section>
      <h3>{t('sales.moderation.admins')}</h3>
      {admins.length === 0 && <p className={css.aside}>{t('sales.moderation.noAdmins')}</p>}
      {admins.length > 0 && (
        <table className={`${list.small} ${list.admins}`}>
          <thead>
            <tr>
              <th scope="col">{t('sales.moderation.admin')}</th>
              <th scope="col">{t('sales.moderation.approved')}</th>
              <th scope="col">{t('sales.moderation.rejected')}</th>
              <th scope="col">{t('sales.moderation.median')}</th>
            </tr>
          </thead>
          <tbody>
            {admins.map(({ id, name, approved, rejected, medianMs }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to="/admin/history" search={{ search: name, ...days }}>
                    <bdi>{name}</bdi>
                  </Link>
                </th>
                <td data-label={t('sales.moderation.approved')}>{shownNumber(approved)}</td>
                <td data-label={t('sales.moderation.rejected')}>{shownNumber(rejected)}</td>
                <td data-label={t('sales.moderation.median')}>{medianMs === null ? '–' : shownDuration(medianMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
