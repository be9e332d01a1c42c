import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { holdPicture } from '#web/approval/review/hold-picture.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { thumbnailOf } from '#web/product-views/picture.ts'

/** Brings the next products with all that a decision needs, and their first pictures, here while this one is being read. */
export function usePrefetch(ids: readonly string[]) {
  const queries = useQueryClient()
  const key = ids.join(' ')
  useEffect(() => {
    for (const id of key.split(' ').filter(Boolean)) {
      const input = { id }
      void queries.prefetchQuery(rpc.products.attempts.queryOptions({ input }))
      void queries.prefetchQuery(rpc.products.warnings.queryOptions({ input }))
      void queries.fetchQuery(rpc.products.get.queryOptions({ input })).then(({ images: [first], seller_id }) => {
        if (first) holdPicture(thumbnailOf(first))
        if (seller_id) void queries.prefetchQuery(rpc.products.sellerRecord.queryOptions({ input: { seller_id } }))
      }, ignore)
    }
  }, [queries, key])
}

/** Opening it will say what is wrong. */
const ignore = () => {}
