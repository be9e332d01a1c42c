import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { ProductRow } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import { rpc } from '#web/app/rpc.ts'

type Stamps = Pick<Product, 'updated_at' | 'updatedAt'>

/** Was the first changed after the second? */
const isLater = (one: Stamps, other: Stamps) => one.updated_at > other.updated_at || one.updatedAt > other.updatedAt

/**
 * The rows of a list, each as it was heard of last: what the server answered to a write of this window stands there at once, until the list was
 * asked for again. `heardAt` is when the list was.
 */
export function useNewest(rows: readonly ProductRow[] | undefined, heardAt: number): ProductRow[] | undefined {
  const queries = useQueryClient()
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && event.action.manual && isOfOne(event.query.queryKey)) draw()
      }),
    [queries],
  )
  return rows?.map((row) => {
    const known = queries.getQueryState(rpc.products.get.queryKey({ input: { id: row.id } }))
    if (!known?.data || isLater(row, known.data)) return row
    return isLater(known.data, row) || known.dataUpdatedAt > heardAt ? { ...row, ...known.data } : row
  })
}

const path = String(rpc.products.get.key()[0])
const isOfOne = ([name]: readonly unknown[]) => String(name) === path
