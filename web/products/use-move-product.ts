import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ProductRow } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
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
  // A ref, not the mutation's state: that changes with the next render, and a second press is faster.
  const working = useRef(false)
  const moving = useMutation({
    mutationFn: (move: SellerMove) => client.products[move]({ id }),
    onMutate: currentUserId,
    onSuccess: (moved, move, sender) => {
      if (currentUserId() !== sender) return
      queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), moved)
      toast(doneText(move, moved), 'good', move === 'archive' ? undoFor(queries, moved) : undefined)
    },
    onError: (error, _, sender) => {
      if (currentUserId() !== sender) return
      const { code, message } = problemOf(error)
      toast(message, 'bad')
      if (code === 'incomplete-product') void navigate({ to: '/seller/products/edit/$id', params: { id }, search: { check: 'yes' } })
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: rpc.products.key() })
      working.current = false
    },
  })
  const move = (name: SellerMove) => {
    if (working.current) return
    working.current = true
    moving.mutate(name)
  }
  return { move, busy: moving.isPending }
}

function doneText(move: SellerMove, { title, status }: Product): string {
  if (move !== 'restore') return t(`products.moved.${move}`, { title })
  return t(status === 'pending' ? 'products.moved.restoreToReview' : 'products.moved.restore', { title })
}
