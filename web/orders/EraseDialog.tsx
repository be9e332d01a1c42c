import { useQuery } from '@tanstack/react-query'
import css from '#web/orders/OrderPage.module.css'
import { useOrderCall } from '#web/orders/use-order-call.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Props = { email: string; open: boolean; onClose: () => void }

/** Confirms the erasure of a buyer's data; states what is erased, what stays, and how many orders are concerned. */
export function EraseDialog({ email, open, onClose }: Props) {
  const call = useOrderCall()
  return (
    <FormDialog
      title={t('orders.erase.title')}
      open={open}
      onClose={onClose}
      submit={t('orders.erase.submit')}
      danger
      send={() => call(() => client.orders.eraseBuyer({ email }))}
      report={({ orders }) => t('orders.erase.done', { count: orders })}
    >
      <Effects email={email} />
    </FormDialog>
  )
}

function Effects({ email }: { email: string }) {
  const query = useQuery(rpc.orders.buyer.queryOptions({ input: { email }, staleTime: 0 }))
  return (
    <div className={css.effects}>
      <p>{t('orders.erase.text', { email })}</p>
      <p>{t('orders.erase.remains')}</p>
      <DataState query={query} loading={<Skeleton rows={1} />}>
        {({ orders, open }) => (
          <>
            <p>{t('orders.erase.count', { count: orders })}</p>
            {open > 0 && <Note tone="warn">{t('orders.erase.openOrders', { count: open })}</Note>}
          </>
        )}
      </DataState>
    </div>
  )
}
