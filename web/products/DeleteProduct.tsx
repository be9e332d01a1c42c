import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ProductRow } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { deleteOnce } from '#web/platform/queries/delete-once.ts'
import { deletedIds, isAbout, staleOf } from '#web/platform/queries/deleted-ids.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { toast } from '#web/ui/toasts.ts'

type Props = { product: ProductRow | null; onClose: () => void; onDeleted: () => void }

/** Asks for confirmation and shows what is lost. */
export function DeleteProduct({ product, onClose, onDeleted }: Props) {
  const queries = useQueryClient()
  const isDeleted = useRef(false)
  useEffect(() => {
    // Called once the dialog has closed and has given up the focus, which `onDeleted` moves.
    if (!product && isDeleted.current) onDeleted()
    isDeleted.current = false
  }, [product, onDeleted])
  if (!product) return null
  const { title, status, unfinished } = product
  const done = async () => {
    const queryKey = rpc.products.key()
    void queries.invalidateQueries({ queryKey, predicate: isAbout(deletedIds), refetchType: 'none' })
    await queries.invalidateQueries(staleOf(queryKey))
    toast(t('products.delete.done', { title }))
    isDeleted.current = true
    onClose()
  }
  return (
    <FormDialog
      title={t('products.delete.title')}
      text={t('products.delete.text', { title })}
      onClose={onClose}
      submit={t('products.delete.title')}
      danger
      send={() => deleteProduct(product.id)}
      done={done}
    >
      {status === 'approved' && <p>{t('products.delete.approved')}</p>}
      {status === 'pending' && !unfinished && <p>{t('products.delete.pending')}</p>}
    </FormDialog>
  )
}

/** Deletes a product, with `status` only in that one; one that is gone already counts as deleted. */
export const deleteProduct = (id: string, status?: ProductStatus): Promise<void> =>
  deleteOnce(id, () =>
    client.products.delete({ id, status }).catch((error: unknown) => {
      if (problemOf(error).code !== 'not-found') throw error
    }),
  )
