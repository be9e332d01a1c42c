import { useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import { whyNot } from '#domain/moves.ts'
import { productMoves } from '#domain/product-rules.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { useEachItem } from '#web/platform/forms/use-each-item.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import type { Undoable } from '#web/platform/queries/undo-decision.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { undoable, undoForAll } from '#web/product-views/undo-product.ts'
import { toast } from '#web/ui/toasts.ts'
import { WhyButton } from '#web/ui/WhyButton.tsx'

type Props = {
  products: readonly ProductRow[]
  /** What follows from it. */
  text: string
  onClose: () => void
  onLeft: (products: readonly ProductRow[]) => void
}

/** Those of the selected products that the person may archive now. */
function useArchivable(products: readonly ProductRow[]): ProductRow[] {
  const actor = useActor()
  return products.filter((product) => whyNot(actor, productMoves.archive, product) === null)
}

/** The bulk action "Archive N products", which counts only those that can be archived. */
export function ArchiveButton({ products, onClick }: { products: readonly ProductRow[]; onClick: () => void }) {
  const count = useArchivable(products).length
  return (
    <WhyButton why={count === 0 ? t('products.many.archiveNone') : null} onClick={onClick}>
      {count === 0 ? t('products.actions.archive') : t('products.many.archive', { count })}
    </WhyButton>
  )
}

/** Asks whether the selected products may leave the storefront, and says how many cannot. Those that failed are left for another try. */
export function ArchiveProductsDialog({ products: selected, text, onClose, onLeft }: Props) {
  const queries = useQueryClient()
  const products = useArchivable(selected)
  const others = selected.length - products.length
  const { run, state, dismiss } = useEachItem((id) => products.find((product) => product.id === id)?.title ?? '', onClose)
  const send = async () => {
    const archived: Undoable[] = []
    const left = await run(products, async ({ id }) => archived.push(undoable(queries, await client.products.archive({ id }))))
    await queries.invalidateQueries({ queryKey: rpc.products.key() })
    return { archived, left }
  }
  return (
    <FormDialog
      title={t('products.many.archiveTitle', { count: products.length })}
      text={others === 0 ? text : `${text} ${t('products.many.archiveOthers', { count: others })}`}
      open
      onClose={onClose}
      dismiss={dismiss}
      submit={t('products.many.archive', { count: products.length })}
      send={send}
      done={({ archived, left }) => {
        const count = archived.length
        if (count > 0) toast(t('products.many.archived', { count }), 'good', undoForAll(queries, archived))
        onLeft(products.filter(({ id }) => left.has(id)))
      }}
    >
      {state}
    </FormDialog>
  )
}
