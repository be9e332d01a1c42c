import type { Order } from '#domain/order.ts'
import { useOrderCall } from '#web/orders/use-order-call.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { toast } from '#web/ui/toasts.ts'

/** `order` as it stood when this opened, so that nothing but the amount that is shown is written down. */
type Props = { order: Order; open: boolean; onClose: () => void }

/** Asks once more before a payment is written down, as it cannot be taken back. */
export function PayDialog({ order: { id, due }, open, onClose }: Props) {
  const money = useMoney()
  const call = useOrderCall(id)
  return (
    <FormDialog
      title={t('orders.pay.title')}
      text={t('orders.pay.text', { amount: money(due) })}
      open={open}
      onClose={onClose}
      submit={t('orders.pay.submit')}
      dismiss={t('orders.back')}
      fields={[]}
      check={() => ({})}
      send={() => call(() => client.orders.pay({ id, amount: due }))}
      done={() => {
        toast(t('orders.pay.done'))
        onClose()
      }}
    >
      {() => null}
    </FormDialog>
  )
}
