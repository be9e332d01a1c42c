import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ProductRow } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { undoFor } from '#web/product-views/undo-product.ts'
import { toast } from '#web/ui/toasts.ts'

/** A seller's moves on a product as a whole. */
export const sellerMoves = ['submit', 'withdraw', 'archive', 'restore'] as const
type SellerMove = (typeof sellerMoves)[number]

/** Makes a move and shows its result. An incomplete product opens in the form, which shows what is missing. */
export function useMoveProduct(product: Pick<ProductRow, 'id' | 'title'>) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id } = product
  const { once, isPending } = useAct({
    send: (move: SellerMove) => client.products[move]({ id }),
    done: (moved, move) => {
      queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), moved)
      toast(doneText(move, moved), 'good', move === 'archive' ? undoFor(queries, moved) : undefined)
    },
    refused: (error) => {
      if (problemOf(error).code !== 'incomplete-product') return
      void navigate({ to: '/seller/products/edit/$id', params: { id }, search: { check: 'yes' } })
    },
    stale: rpc.products.key(),
  })
  return { move: once, busy: isPending }
}

function doneText(move: SellerMove, { title, status }: Product): string {
  if (move !== 'restore') return t(`products.moved.${move}`, { title })
  return t(status === 'pending' ? 'products.moved.restoreToReview' : 'products.moved.restore', { title })
}
