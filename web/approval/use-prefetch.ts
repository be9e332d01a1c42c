import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rpc } from '#web/app/rpc.ts'
import { thumbnailOf } from '#web/products/picture.ts'

/** Brings the next product and its first picture here while this one is being read. */
export function usePrefetch(id: string | undefined) {
  const queries = useQueryClient()
  useEffect(() => {
    if (!id) return
    const input = { id }
    void queries.prefetchQuery(rpc.products.attempts.queryOptions({ input }))
    void queries.fetchQuery(rpc.products.get.queryOptions({ input })).then(({ images: [first] }) => {
      if (first) new Image().src = thumbnailOf(first)
    }, ignore)
  }, [queries, id])
}

/** Opening it will say what is wrong. */
const ignore = () => {}
