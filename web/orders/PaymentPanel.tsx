import { useState } from 'react'
import { type ErrorCode, errors } from '#domain/errors.ts'
import type { Order } from '#domain/order.ts'
import { whyNotPayment } from '#domain/order-rules.ts'
import { t } from '#web/messages/messages.ts'
import css from '#web/orders/OrderPage.module.css'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { PayDialog } from '#web/orders/PayDialog.tsx'
import { RefundDialog } from '#web/orders/RefundDialog.tsx'
import { useActor } from '#web/products/use-actor.ts'
import { useMoney } from '#web/products/use-money.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago } from '#web/ui/Time.tsx'
import { WhyButton } from '#web/ui/WhyButton.tsx'

/** How an order stands with its money, what went back, and the way to write more of it down. */
export function PaymentPanel({ order }: { order: Order }) {
  const { paymentStatus, paidAt } = order
  const [asking, setAsking] = useState<'pay' | 'refund' | null>(null)
  const { pay, refund } = useWhyNot(order)
  const close = () => setAsking(null)
  return (
    <Panel title={t('orders.record.payment')} actions={<PaymentTag status={paymentStatus} />}>
      <div className={css.stack}>
        <p>
          {paidAt ? (
            <>
              {t('orders.pay.at')} <Ago at={paidAt} />
            </>
          ) : (
            t('orders.pay.none')
          )}
        </p>
        <Refunds order={order} />
        <div className={css.buttons}>
          {paymentStatus === 'unpaid' && (
            <WhyButton look="primary" why={pay} onClick={({ detail }) => detail < 2 && setAsking('pay')}>
              {t('orders.pay.open')}
            </WhyButton>
          )}
          <WhyButton why={refund} onClick={({ detail }) => detail < 2 && setAsking('refund')}>
            {t('orders.refund.open')}
          </WhyButton>
        </div>
      </div>
      <PayDialog order={order} open={asking === 'pay'} onClose={close} />
      <RefundDialog order={order} open={asking === 'refund'} onClose={close} />
    </Panel>
  )
}

/** The sentences that stand in the way of a payment and of a refund. */
function useWhyNot({ paymentStatus, counts }: Order) {
  const actor = useActor()
  const sentence = (code: ErrorCode | null, ofStatus: string) => code && (code === 'wrong-status' ? ofStatus : errors[code].message)
  const nothing = counts.open + counts.shipped + counts.delivered === 0 ? t('orders.pay.nothing') : null
  return {
    pay: sentence(whyNotPayment(actor, 'pay', paymentStatus), t('orders.pay.already')) ?? nothing,
    refund: sentence(
      whyNotPayment(actor, 'refund', paymentStatus),
      t(paymentStatus === 'unpaid' ? 'orders.refund.unpaid' : 'orders.refund.all'),
    ),
  }
}

function Refunds({ order: { refunds } }: { order: Order }) {
  const money = useMoney()
  if (refunds.length === 0) return null
  return (
    <ul className={css.refunds} aria-label={t('orders.refund.list')}>
      {refunds.map(({ id, amount, reason, createdAt, by }) => (
        <li key={id}>
          <p>{t('orders.refund.one', { amount: money(amount) })}</p>
          {reason && <p className={css.reason}>{reason}</p>}
          <p className={css.aside}>
            {by ?? t('orders.by.system')} · <Ago at={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
