import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { deletedIds, isAbout } from '#web/platform/queries/deleted-ids.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = { product: ProductRow | null; onClose: () => void; onDeleted: () => void }

/** Asks for confirmation and shows what is lost. */
export function DeleteProduct({ product, onClose, onDeleted }: Props) {
  const queries = useQueryClient()
  // While the dialog closes, it keeps its text.
  const last = useRef(product)
  if (product) last.current = product
  const shown = last.current
  // A ref, not the mutation's state: that changes with the next render, and a double click is faster.
  const started = useRef<string | null>(null)
  const remove = useMutation({
    mutationFn: deleteOnce,
    onError: () => {
      started.current = null
    },
    onSuccess: async (_, { title }) => {
      const queryKey = rpc.products.key()
      void queries.invalidateQueries({ queryKey, predicate: isAbout(deletedIds), refetchType: 'none' })
      await queries.invalidateQueries({ queryKey, predicate: (query) => !isAbout(deletedIds)(query) })
      toast(t('products.delete.done', { title }))
      onClose()
    },
  })
  const { reset } = remove
  useEffect(() => {
    if (product) return reset()
    // Not earlier: until now the dialog had the focus.
    if (started.current) onDeleted()
    started.current = null
  }, [product, reset, onDeleted])
  const confirm = () => {
    if (!product || started.current === product.id) return
    started.current = product.id
    remove.mutate(product)
  }
  return (
    <Dialog
      title={t('products.delete.title')}
      open={product !== null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('products.delete.keep')}</Button>
          <Button look="danger" busy={remove.isPending} onClick={confirm}>
            {t('products.delete.confirm')}
          </Button>
        </>
      }
    >
      {shown && (
        <div className="stack gap-8 breaks">
          <p>{t('products.delete.text', { title: shown.title })}</p>
          {shown.status === 'approved' && <p>{t('products.delete.approved')}</p>}
          {shown.status === 'pending' && !shown.unfinished && <p>{t('products.delete.pending')}</p>}
          {remove.isError && <Note tone="bad">{problemOf(remove.error).message}</Note>}
        </div>
      )}
    </Dialog>
  )
}

/** Deletes a product; one that is gone already counts as deleted. */
async function deleteOnce({ id }: ProductRow): Promise<void> {
  // Before the call: the live hint may arrive before the answer.
  deletedIds.add(id)
  try {
    await client.products.delete({ id })
  } catch (error) {
    if (problemOf(error).code === 'not-found') return
    deletedIds.delete(id)
    throw error
  }
}
