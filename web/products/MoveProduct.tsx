import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ProductRow } from '#contract/products.ts'
import { errors } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { undoFor } from '#web/product-views/undo-product.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast, withdrawUndo } from '#web/ui/toasts.ts'

/** The move that a seller can make with a product in its status. If only an admin may undo the status, it says so instead (product §3). */
export function MoveProduct({ product }: { product: ProductRow }) {
  const actor = useActor()
  const { move, busy } = useMoveProduct(product)
  const name = sellerMoves.find((one) => (productMoves[one].from as readonly string[]).includes(product.status))
  if (!name || (name === 'submit' && product.unfinished)) return null
  const code = whyNot(actor, productMoves[name], product)
  const why = code ? errors[code].message : undefined
  return (
    // One element for all moves: a person who archives by keyboard keeps the focus on the next move.
    <Button
      busy={busy}
      aria-disabled={why !== undefined}
      aria-description={why}
      title={why}
      // The second half of a double click would undo the first.
      onClick={({ detail }) => detail < 2 && !why && move(name)}
    >
      {t(`products.actions.${name}`)}
    </Button>
  )
}

/** Why the seller may not restore this product, or null. */
export function whyNotRestored({ status, archivedByAdmin }: Pick<ProductRow, 'status' | 'archivedByAdmin'>): string | null {
  return status === 'archived' && archivedByAdmin ? errors['archived-by-admin'].message : null
}

/** A seller's moves on a product as a whole. */
const sellerMoves = ['submit', 'withdraw', 'archive', 'restore'] as const
type SellerMove = (typeof sellerMoves)[number]

/** Makes a move and shows its result. An incomplete product opens in the form, which shows what is missing. */
function useMoveProduct(product: Pick<ProductRow, 'id' | 'title'>) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id } = product
  const { once, isPending } = useAct({
    send: (move: SellerMove) => client.products[move]({ id }),
    done: (moved, move) => {
      queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), moved)
      withdrawUndo(id)
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
