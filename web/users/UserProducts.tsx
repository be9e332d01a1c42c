import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import { Cover } from '#web/products/Cover.tsx'
import { StatusTag } from '#web/products/StatusTag.tsx'
import { useNewest } from '#web/products/use-newest.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from '#web/users/UserPage.module.css'

/** So many of a person's products are named; the queue and the search have them all. */
const shown = 5

/** What a person listed last, each a way to its record. */
export function UserProducts({ id }: { id: string }) {
  const query = useQuery(rpc.products.list.queryOptions({ input: { userId: id, limit: shown } }))
  const last = query.data?.next ? query.data.rows.at(-1) : undefined
  const newest = useNewest(query.data?.rows, {
    heardAt: query.dataUpdatedAt,
    get: rpc.products.get,
    matches: ({ seller_id }) => seller_id === id,
    // One that was assigned a moment ago stands at its age.
    isFirst: ({ created_at }) => !last || created_at > last.created_at,
  })?.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
  return (
    <DataState query={{ ...query, data: newest }} loading={<Skeleton rows={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('users.record.productsNone')} />
        ) : (
          <ul className={css.products}>
            {rows.map((row) => (
              <li key={row.id}>
                <Cover image={row.images[0]} />
                <Link to="/admin/products/$id" params={{ id: row.id }}>
                  {row.title}
                </Link>
                <StatusTag status={row.status} />
              </li>
            ))}
          </ul>
        )
      }
    </DataState>
  )
}
