import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProductRow } from '#contract/products.ts'
import css from '#web/dashboard/LongestWaiting.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { PersonLine } from '#web/platform/Person.tsx'
import { useNewest } from '#web/platform/queries/use-newest.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** Waiting products shown on the dashboard. */
const shownRows = 4

/** The products that wait longest, each linked to its review; empty if none waits. */
export function LongestWaiting() {
  const query = useQuery(rpc.products.queue.queryOptions({ input: { limit: shownRows } }))
  // A product that was just decided in this browser no longer waits.
  const matches = ({ status }: ProductRow) => status === 'pending'
  const rows = useNewest(query.data?.rows, { answeredAt: query.dataUpdatedAt, get: rpc.products.get, matches })
  if (rows?.length === 0) return null
  return (
    <Panel
      flush
      title={t('dashboard.longest')}
      actions={
        <Link to="/admin/product-approval" className="strong">
          {t('dashboard.review')}
        </Link>
      }
    >
      <DataState query={{ ...query, data: rows }} loading={<Skeleton rows={6} />}>
        {(shown) => (
          <ul className="list ruled">
            {shown.map(({ id, title, images, seller, submittedAt }) => (
              <li key={id} className={`${css.product} line tints-softly`}>
                <Cover image={images[0]} size={40} />
                <div className="shrinks">
                  <Link to="/admin/product-approval" search={{ product: id }} className="block ink strong ellipsis covers">
                    {title}
                  </Link>
                  <p className="aside">{seller && <PersonLine of={seller} />}</p>
                  <p className="aside">
                    {t('fields.submitted')} {submittedAt && <Ago at={submittedAt} />}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </DataState>
    </Panel>
  )
}
