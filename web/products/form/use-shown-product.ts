import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { belongs, type ShownProduct, withRequest } from '#web/products/form/shown-product.ts'

/** A product with its waiting edit request, kept fresh. `data` is undefined until both were refetched. */
export function useShownProduct(id: string) {
  // The cached state may have been decided on since; a form starts from the current one.
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
  // If the two answers are of different moments, the later one is on its way.
  if (asked && product.data && requestId === null) last.current = product.data
  else if (asked && product.data && belongs(product.data, request.data)) last.current = withRequest(product.data, request.data)
  const failed = request.isError && requestId !== null ? request : product
  return { ...failed, data: last.current, isFetchedAfterMount: last.current !== undefined }
}
