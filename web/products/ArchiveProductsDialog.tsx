import { useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { useEachItem } from '#web/platform/forms/use-each-item.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import type { Undoable } from '#web/platform/queries/undo-decision.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { undoable, undoForAll } from '#web/product-views/undo-product.ts'
import { toast } from '#web/ui/toasts.ts'

type Props = {
  products: readonly ProductRow[]
  /** What follows from it. */
  text: string
  onClose: () => void
  onLeft: (products: readonly ProductRow[]) => void
}

/** Asks whether the selected products may leave the storefront. Those that failed are left for another try. */
export function ArchiveProductsDialog({ products, text, onClose, onLeft }: Props) {
  const queries = useQueryClient()
  const { run, state } = useEachItem((id) => products.find((product) => product.id === id)?.title ?? '')
  const send = async () => {
    const archived: Undoable[] = []
    const left = await run(products, async ({ id }) => archived.push(undoable(queries, await client.products.archive({ id }))))
    await queries.invalidateQueries({ queryKey: rpc.products.key() })
    return { archived, left }
  }
  return (
    <FormDialog
      title={t('products.many.archiveTitle', { count: products.length })}
      text={text}
      open
      onClose={onClose}
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
