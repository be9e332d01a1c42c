import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { belongs, type ShownProduct, withRequest } from '#web/products/form/shown-product.ts'

/** A product with what waits in its edit request, kept fresh; nothing is given before both were asked for anew. */
export function useShownProduct(id: string) {
  // What was seen before may have been decided since; a form starts from what is true now.
  const product = useQuery(rpc.products.get.queryOptions({ input: { id }, staleTime: 0 }))
  const requestId = product.data?.editRequestId ?? null
  const request = useQuery(
    rpc.editRequests.get.queryOptions({
      input: { id: requestId ?? '' },
      staleTime: 0,
      enabled: product.isFetchedAfterMount && requestId !== null,
    }),
  )
  const last = useRef<ShownProduct | undefined>(undefined)
  const asked = product.isFetchedAfterMount && (requestId === null || request.isFetchedAfterMount)
  // Of two answers that tell of different moments the later one is on its way.
  if (asked && product.data && requestId === null) last.current = product.data
  else if (asked && product.data && belongs(product.data, request.data)) last.current = withRequest(product.data, request.data)
  const failed = request.isError && requestId !== null ? request : product
  return { ...failed, data: last.current, isFetchedAfterMount: last.current !== undefined }
}
