import { useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import { whyNot } from '#domain/moves.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { useEachItem } from '#web/platform/forms/use-each-item.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import type { Undoable } from '#web/platform/queries/undo-decision.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { undoable, undoForAll } from '#web/product-views/undo-product.ts'
import { deleteProduct } from '#web/products/DeleteProduct.tsx'
import { toast } from '#web/ui/toasts.ts'
import { WhyButton } from '#web/ui/WhyButton.tsx'

/** A move of many products at once. */
export type MoveOfMany = 'submit' | 'archive' | 'delete'

type Props = {
  move: MoveOfMany
  products: readonly ProductRow[]
  /** What follows from it, if not what sellers are told. */
  text?: string
  onClose: () => void
  onLeft: (products: readonly ProductRow[]) => void
}

/** Those of the products that the person can move. Of many, only drafts are deleted. */
const movable = (actor: Actor, move: MoveOfMany, products: readonly ProductRow[]): ProductRow[] =>
  products.filter((product) => whyNot(actor, productMoves[move], product) === null && (move !== 'delete' || product.status === 'draft'))

/** The button "Archive N" of a bulk move, which counts only those that can be moved. */
export function MoveManyButton({ move, products, onClick }: Pick<Props, 'move' | 'products'> & { onClick: () => void }) {
  const count = movable(useActor(), move, products).length
  return (
    <WhyButton
      why={count === 0 ? t(`products.moveMany.${move}.none`) : null}
      aria-label={count === 0 ? undefined : t(`products.moveMany.${move}.button`, { count })}
      onClick={onClick}
    >
      {count === 0 ? t(`products.actions.${move}`) : t(`products.moveMany.${move}.open`, { count })}
    </WhyButton>
  )
}

/** Asks whether the selected products may be moved, and says how many cannot. Those that failed are left for another try. */
export function MoveProductsDialog({ move, products: selected, text, onClose, onLeft }: Props) {
  const queries = useQueryClient()
  const products = movable(useActor(), move, selected)
  const others = selected.length - products.length
  const changes = move === 'archive' ? products.filter(({ editRequestId }) => editRequestId !== null).length : 0
  const follows = [
    text ?? t(`products.moveMany.${move}.text`),
    // What administrators are told says so anyway.
    text === undefined && changes > 0 && t('products.moveMany.archive.changes', { count: changes }),
    others > 0 && t(`products.moveMany.${move}.others`, { count: others }),
  ]
  const button = t(`products.moveMany.${move}.button`, { count: products.length })
  const { run, state, dismiss } = useEachItem((id) => products.find((product) => product.id === id)?.title ?? '', onClose)
  const send = async () => {
    const archived: Undoable[] = []
    const left = await run(products, async ({ id }) => {
      if (move === 'delete') return deleteProduct(id, 'draft')
      const moved = await client.products[move]({ id })
      if (move === 'archive') archived.push(undoable(queries, moved))
    })
    await queries.invalidateQueries({ queryKey: rpc.products.key() })
    return { archived, left }
  }
  return (
    <FormDialog
      title={t('products.moveMany.ask', { what: button })}
      text={follows.filter(Boolean).join(' ')}
      onClose={onClose}
      dismiss={dismiss}
      danger={move === 'delete'}
      submit={button}
      send={send}
      done={({ archived, left }) => {
        const count = products.length - left.size
        const undo = archived.length > 0 ? undoForAll(queries, archived) : undefined
        if (count > 0) toast(t(`products.moveMany.${move}.done`, { count }), 'good', undo)
        onLeft(products.filter(({ id }) => left.has(id)))
      }}
    >
      {state}
    </FormDialog>
  )
}
