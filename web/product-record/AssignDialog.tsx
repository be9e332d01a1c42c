import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Product } from '#domain/product.ts'
import type { User } from '#domain/user.ts'
import { problemOf } from '#web/app/problem.ts'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/messages.ts'
import css from '#web/product-record/AssignDialog.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { toast } from '#web/ui/toasts.ts'
import { ChooseSeller } from '#web/users/ChooseSeller.tsx'

type Props = { product: Product; open: boolean; onClose: () => void }

/** Asks to whom a product shall belong that belongs to nobody, and gives it to him. */
export default function AssignDialog({ product: { id, title }, open, onClose }: Props) {
  const [seller, setSeller] = useState<Pick<User, 'id' | 'name'> | null>(null)
  const assign = useAssign(id, onClose)
  const whyId = useId()
  return (
    <Dialog
      title={t('productRecord.assign.title')}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('productRecord.assign.cancel')}</Button>
          <span className={css.confirm}>
            <Button
              look="primary"
              busy={assign.isPending}
              aria-disabled={seller === null || undefined}
              aria-describedby={seller === null ? whyId : undefined}
              onClick={() => seller && assign.send(seller)}
            >
              {t('productRecord.assign.confirm')}
            </Button>
          </span>
        </>
      }
    >
      <div className={css.form}>
        <p>{t('productRecord.assign.text', { title })}</p>
        <ChooseSeller
          legend={t('productRecord.assign.sellers')}
          none={{ title: t('productRecord.assign.noneTitle'), text: t('productRecord.assign.noneText') }}
          status="active"
          chosen={seller?.id ?? ''}
          onChoose={setSeller}
        />
        {assign.problem && <Note tone="bad">{assign.problem}</Note>}
        <p id={whyId} className={css.why}>
          {seller ? t('productRecord.assign.chosen', { name: seller.name }) : t('productRecord.assign.choose')}
        </p>
      </div>
    </Dialog>
  )
}

function useAssign(id: string, onDone: () => void) {
  const queries = useQueryClient()
  // Not the mutation's own state: that is known only after the next drawing, and a double click is faster.
  const sent = useRef(false)
  const assign = useMutation(
    rpc.products.assign.mutationOptions({
      onSuccess: (fresh) => {
        queries.setQueryData(rpc.products.get.queryKey({ input: { id } }), fresh)
        toast(t('productRecord.assign.done', { title: fresh.title, name: fresh.sellerName ?? '' }))
        onDone()
      },
      onSettled: () => {
        sent.current = false
        void queries.invalidateQueries({ queryKey: rpc.products.key() })
      },
    }),
  )
  const send = (seller: Pick<User, 'id'>) => {
    if (sent.current) return
    sent.current = true
    assign.mutate({ id, seller_id: seller.id })
  }
  return { send, isPending: assign.isPending, problem: assign.error && problemOf(assign.error).message }
}
