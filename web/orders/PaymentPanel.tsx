import { useState } from 'react'
import { errors } from '#domain/errors.ts'
import type { Order } from '#domain/order.ts'
import { isCancelled, whyNotPayment } from '#domain/order-rules.ts'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { RefundDialog } from '#web/orders/RefundDialog.tsx'
import { owedOf, whyNoRefund } from '#web/orders/refundable.ts'
import { useOrderCall } from '#web/orders/use-order-call.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago } from '#web/ui/Time.tsx'
import { WhyButton } from '#web/ui/WhyButton.tsx'

/** The payment status of an order, its refunds, and the actions to record more. */
export function PaymentPanel({ order }: { order: Order }) {
  const { paymentStatus, paidAt, due } = order
  // Keeps the order as it was when the dialog opened: what the admin decides on must not change unnoticed.
  const [asking, setAsking] = useState<{ what: 'pay' | 'refund'; expected: Order } | null>(null)
  const pay = useWhyNoPayment(order)
  const refund = whyNoRefund(useActor(), paymentStatus)
  const owed = owedOf(order)
  const money = useMoney()
  const close = () => setAsking(null)
  return (
    <Panel title={t('fields.paymentStatus')} actions={<PaymentTag order={order} />}>
      <div className="stack gap-12 breaks">
        <p>
          {paidAt ? (
            <>
              {t('orders.payment.paid')} <Ago at={paidAt} />
            </>
          ) : (
            t('orders.pay.none')
          )}
        </p>
        <Refunds order={order} />
        {owed > 0 && (
          <Note tone="warn">{t(isCancelled(order) ? 'orders.refund.owedAll' : 'orders.refund.owed', { amount: money(owed) })}</Note>
        )}
        <div className="row">
          {paymentStatus === 'unpaid' && (
            <WhyButton look="primary" why={pay} onClick={({ detail }) => detail < 2 && setAsking({ what: 'pay', expected: order })}>
              {pay === null ? t('orders.pay.submit', { amount: money(due) }) : t('orders.pay.title')}
            </WhyButton>
          )}
          <WhyButton why={refund} onClick={({ detail }) => detail < 2 && setAsking({ what: 'refund', expected: order })}>
            {t('orders.refund.open')}
          </WhyButton>
        </div>
      </div>
      {asking?.what === 'pay' && <PayDialog order={asking.expected} onClose={close} />}
      {asking?.what === 'refund' && <RefundDialog order={asking.expected} amount={owedOf(asking.expected)} onClose={close} />}
    </Panel>
  )
}

/** The reason that prevents a payment. */
function useWhyNoPayment(order: Order): string | null {
  const code = whyNotPayment(useActor(), 'pay', order.paymentStatus)
  if (code) return code === 'wrong-status' ? t('orders.pay.already') : errors[code].message
  return isCancelled(order) ? t('orders.pay.nothing') : null
}

function Refunds({ order: { refunds } }: { order: Order }) {
  const money = useMoney()
  if (refunds.length === 0) return null
  return (
    <ul className="list stack gap-10" aria-label={t('sales.figures.refunds')}>
      {refunds.map(({ id, amount, reason, createdAt, by }) => (
        <li key={id}>
          <p>{t('orders.refund.one', { amount: money(amount) })}</p>
          {reason && <p className="quote">{reason}</p>}
          <p className="aside">
            <Dotted>
              {by ?? t('history.system')}
              <Ago at={createdAt} />
            </Dotted>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** `order` is as it was when the dialog opened, so that only the displayed amount is recorded. */
type Props = { order: Order; onClose: () => void }

/** Confirms a payment, because it cannot be undone. */
function PayDialog({ order: { id, due }, onClose }: Props) {
  const money = useMoney()
  const call = useOrderCall(id)
  return (
    <FormDialog
      title={t('orders.pay.title')}
      text={t('orders.pay.text', { amount: money(due) })}
      onClose={onClose}
      submit={t('orders.pay.submit', { amount: money(due) })}
      send={() => call(() => client.orders.pay({ id, amount: due }))}
      report={() => t('orders.pay.done')}
    />
  )
}
