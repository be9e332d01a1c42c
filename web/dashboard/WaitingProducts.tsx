import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProductRow } from '#contract/products.ts'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/dashboard/DashboardPage.module.css'
import { t } from '#web/messages/messages.ts'
import { Cover } from '#web/products/Cover.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { shownCount } from '#web/ui/shown-count.ts'
import { Ago } from '#web/ui/Time.tsx'

/** How many of the waiting products the dashboard shows. */
const shownRows = 6

/** The products that wait longest, and how many there are. */
export function WaitingProducts() {
  const waiting = useQuery(rpc.products.waiting.queryOptions())
  const queue = useQuery(rpc.products.queue.queryOptions({ input: { limit: shownRows } }))
  const count = waiting.data?.pending ?? 0
  return (
    <Panel
      flush
      title={t('dashboard.waiting')}
      actions={
        <Link to="/admin/product-approval" className={count > 0 ? buttonClass('primary') : css.more}>
          {t('dashboard.review')}
        </Link>
      }
    >
      <DataState query={queue}>
        {({ rows }) => (rows.length === 0 ? <NothingWaits /> : <Waiting count={Math.max(count, rows.length)} rows={rows} />)}
      </DataState>
    </Panel>
  )
}

function NothingWaits() {
  return <EmptyState icon={<IconCircleCheck size={22} />} title={t('dashboard.noneTitle')} text={t('dashboard.noneText')} />
}

function Waiting({ count, rows }: { count: number; rows: ProductRow[] }) {
  return (
    <>
      <p className={css.count}>{t('dashboard.waitingCount', { count, shown: shownCount(count) })}</p>
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
    </>
  )
}
