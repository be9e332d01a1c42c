import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditRequest } from '#domain/edit-request.ts'
import { adoptEdit } from '#web/edit-requests/adopt-edit.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Withdraws a seller's waiting request after a confirmation. The proposal is then gone, pictures included (product §4). */
export function WithdrawRequest({ request: { id, productTitle } }: { request: Pick<EditRequest, 'id' | 'productTitle'> }) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const withdraw = () =>
    client.editRequests.withdraw({ id }).finally(() => {
      for (const queryKey of [rpc.editRequests.key(), rpc.products.key()]) void queries.invalidateQueries({ queryKey })
    })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('editRequests.withdraw.title')}</Button>
      <FormDialog
        title={t('editRequests.withdraw.title')}
        text={t('editRequests.withdraw.text', { title: productTitle })}
        open={asking}
        onClose={close}
        submit={t('editRequests.withdraw.title')}
        danger
        send={withdraw}
        done={(fresh) => adoptEdit(queries, fresh)}
        report={() => t('editRequests.withdraw.done', { title: productTitle })}
        // The request was decided or withdrawn meanwhile: the refusal says by whom, and the screen shows the current state.
        refused={(error) => {
          toast(problemOf(error).message, 'bad')
          close()
          return true
        }}
      />
    </>
  )
}
