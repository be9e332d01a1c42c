import type { ProductRow } from '#contract/products.ts'
import { errors } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { productMoves } from '#domain/product-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { sellerMoves, useMoveProduct } from '#web/products/use-move-product.ts'
import { Button } from '#web/ui/Button.tsx'

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
