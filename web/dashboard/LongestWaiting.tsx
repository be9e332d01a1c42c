import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProductRow } from '#contract/products.ts'
import css from '#web/dashboard/DashboardPage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { useNewest } from '#web/platform/queries/use-newest.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** Waiting products shown on the dashboard. */
const shownRows = 4

/** The products that wait longest, each linked to its review; empty if none waits. */
export function LongestWaiting() {
  const { data, dataUpdatedAt } = useQuery(rpc.products.queue.queryOptions({ input: { limit: shownRows } }))
  // A product that was just decided in this browser no longer waits.
  const matches = ({ status }: ProductRow) => status === 'pending'
  const rows = useNewest(data?.rows, { answeredAt: dataUpdatedAt, get: rpc.products.get, matches })
  if (!rows || rows.length === 0) return null
  return (
    <Panel
      flush
      title={t('dashboard.longest')}
      actions={
        <Link to="/admin/product-approval" className={css.more}>
          {t('dashboard.review')}
        </Link>
      }
    >
      <ul className={css.list}>
        {rows.map(({ id, title, images, sellerName, submittedAt }) => (
          <li key={id} className={css.product}>
            <Cover image={images[0]} size={40} />
            <div className={css.words}>
              <Link to="/admin/product-approval" search={{ product: id }} className={css.title}>
                {title}
              </Link>
              <p className={css.about}>
                <bdi>{sellerName}</bdi> · {t('dashboard.submitted')} {submittedAt && <Ago at={submittedAt} />}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
