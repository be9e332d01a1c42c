import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditRequest } from '#domain/edit-request.ts'
import { adoptEdit } from '#web/edit-requests/adopt-edit.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Withdraws a seller's waiting request after a confirmation. The proposal is then gone, pictures included (product §4). */
export function WithdrawRequest({ request: { id, productTitle } }: { request: Pick<EditRequest, 'id' | 'productTitle'> }) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => client.editRequests.withdraw({ id }),
    onSuccess: (fresh) => {
      adoptEdit(queries, fresh)
      toast(t('editRequests.withdraw.done', { title: productTitle }))
    },
    // The request was decided or withdrawn meanwhile: the refusal says by whom, and the screen shows the current state.
    onError: (error) => toast(problemOf(error).message, 'bad'),
    onSettled: () => {
      setAsking(false)
      void queries.invalidateQueries({ queryKey: rpc.editRequests.key() })
      void queries.invalidateQueries({ queryKey: rpc.products.key() })
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('editRequests.withdraw.action')}</Button>
      <Dialog
        title={t('editRequests.withdraw.title')}
        open={asking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('editRequests.withdraw.keep')}</Button>
            <Button look="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('editRequests.withdraw.title')}
            </Button>
          </>
        }
      >
        <p>{t('editRequests.withdraw.text', { title: productTitle })}</p>
      </Dialog>
    </>
  )
}
