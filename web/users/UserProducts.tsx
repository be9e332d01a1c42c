import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { useNewest } from '#web/platform/queries/use-newest.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from '#web/users/UserPage.module.css'

/** How many products of a person are shown; the queue and the search have all. */
const shown = 5

type Props = {
  id: string
  /** An action at the end of each row. */
  action?: (row: { id: string; title: string }) => ReactNode
}

/** The newest products of a person, each linked to its product details. */
export function UserProducts({ id, action }: Props) {
  const query = useQuery(rpc.products.list.queryOptions({ input: { userId: id, limit: shown } }))
  const last = query.data?.next ? query.data.rows.at(-1) : undefined
  const newest = useNewest(query.data?.rows, {
    answeredAt: query.dataUpdatedAt,
    get: rpc.products.get,
    matches: ({ seller_id }) => seller_id === id,
    // A product that was just assigned sorts by its age.
    isFirst: ({ created_at }) => !last || created_at > last.created_at,
  })?.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
  return (
    <DataState query={{ ...query, data: newest }} loading={<Skeleton rows={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">{t('users.record.productsNone')}</p>
        ) : (
          <ul className={`${css.products} list ruled breaks`}>
            {rows.map((row) => (
              <li key={row.id}>
                <Cover image={row.images[0]} />
                <div>
                  <Link to="/admin/products/$id" params={{ id: row.id }} className="block">
                    {row.title}
                  </Link>
                  <StatusTag status={row.status} />
                </div>
                {action?.(row)}
              </li>
            ))}
          </ul>
        )
      }
    </DataState>
  )
}
