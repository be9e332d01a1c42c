import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { ItemFailures } from '#web/platform/loading/ItemFailures.tsx'
import { eachItem, type Failures } from '#web/platform/queries/each-item.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

type Props = { products: readonly ProductRow[]; onClose: () => void; onLeft: (products: readonly ProductRow[]) => void }

/** Asks whether the selected products may leave the storefront. Those that failed are left for another try. */
export function ArchiveProductsDialog({ products, onClose, onLeft }: Props) {
  const queries = useQueryClient()
  const [failures, setFailures] = useState<Failures | null>(null)
  const send = async () => {
    const left = await eachItem(products, ({ id }) => client.products.archive({ id }))
    await queries.invalidateQueries({ queryKey: rpc.products.key() })
    return left
  }
  return (
    <FormDialog
      title={t('products.many.archiveTitle', { count: products.length })}
      text={t('products.many.archiveText')}
      open
      onClose={onClose}
      submit={t('products.many.archive', { count: products.length })}
      send={send}
      done={(left) => {
        if (products.length > left.size) toast(t('products.many.archived', { count: products.length - left.size }))
        setFailures(left)
        onLeft(products.filter(({ id }) => left.has(id)))
      }}
    >
      <ItemFailures failures={failures} nameOf={(id) => products.find((product) => product.id === id)?.title ?? ''} />
    </FormDialog>
  )
}
