import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { holdPicture } from '#web/approval/review/hold-picture.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { thumbnailOf } from '#web/product-views/picture.ts'

/** Brings the next requests with their first proposed pictures here while this one is being read. */
export function usePrefetchEdits(ids: readonly string[]) {
  const queries = useQueryClient()
  const key = ids.join(' ')
  useEffect(() => {
    for (const id of key.split(' ').filter(Boolean)) {
      void queries.fetchQuery(rpc.editRequests.get.queryOptions({ input: { id } })).then(
        ({ proposed }) => {
          for (const image of proposed?.images?.slice(0, 2) ?? []) holdPicture(thumbnailOf(image))
        },
        // Opening it will say what is wrong.
        () => {},
      )
    }
  }, [queries, key])
}
