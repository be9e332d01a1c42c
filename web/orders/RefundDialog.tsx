import { useState } from 'react'
import { limits } from '#domain/limits.ts'
import { currencySign, priceText } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import { parsePrice } from '#domain/parse-price.ts'
import { reasonOf, refundOf, wasRefunded } from '#web/orders/refundable.ts'
import type { ShownLine } from '#web/orders/shown-order.ts'
import { useOrderCall } from '#web/orders/use-order-call.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Values = { amount: string; reason: string }
/** `order` is as it was when the dialog opened: with the current one, a second press would refund twice. */
type Props = {
  order: Order
  /** Fills in the amount and the name of this line. */
  line?: ShownLine
  /** Fills in this amount, above zero. */
  amount?: number
  onClose: () => void
}

/**
 * Asks for the amount and the reason of a refund; the default is the given amount, else the remaining one, or that of a line, if no refund has the line's name
 * already. Earlier refunds of the order are named.
 */
export function RefundDialog({ order, line, amount, onClose }: Props) {
  const { id, paid, refunded, refunds } = order
  const actor = useActor()
  const { currency } = useMarketplace()
  const money = useMoney()
  const call = useOrderCall(id)
  const left = paid - refunded
  const isRepeated = line !== undefined && wasRefunded(order, line)
  const usual = isRepeated ? null : line ? refundOf(actor, order, line).amount : amount || left
  // The typed text, once there is any.
  const [typed, setTyped] = useState<string | null>(null)
  const minorIn = (amount: string) => {
    const parsed = parsePrice(amount, currency, left)
    return 'minor' in parsed ? parsed.minor : null
  }
  const minor = typed === null ? usual : minorIn(typed)
  const problemIn = (amount: string) => {
    const parsed = parsePrice(amount, currency, left)
    if ('problem' in parsed) return t(`orders.refund.problem.${parsed.problem}`)
    return parsed.minor === null ? t('common.required') : undefined
  }
  return (
    <FormDialog
      title={t('orders.refund.open')}
      text={t('orders.refund.text')}
      onClose={onClose}
      submit={minor === null ? t('orders.refund.open') : t('orders.refund.submitAmount', { amount: money(minor) })}
      danger
      fields={['amount', 'reason']}
      check={({ amount }: Values) => ({ amount: problemIn(amount) })}
      send={({ amount, reason }) => call(() => client.orders.refund({ id, amount: minorIn(amount) ?? 0, reason, refunded }))}
      report={(fresh) => t('orders.refund.done', { amount: money(fresh.refunded - refunded) })}
    >
      {refunds.length > 0 && (
        <Note tone="warn">
          {refunds.map((refund) => (
            <p key={refund.id} className="breaks">
              <Dotted>
                {t(refund.reason ? 'orders.refund.alreadyFor' : 'orders.refund.already', {
                  amount: money(refund.amount),
                  reason: refund.reason,
                })}
                <Ago at={refund.createdAt} />
              </Dotted>
            </p>
          ))}
        </Note>
      )}
      <Field
        name="amount"
        label={t('fields.amount')}
        mark
        sign={currencySign(currency)}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={usual === null ? '' : priceText(usual, currency)}
        hint={t('orders.refund.hint', { amount: money(left) })}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <TextArea
        name="reason"
        label={t('common.reason')}
        rows={3}
        maxLength={limits.order.reasonMax}
        defaultValue={line && reasonOf(line)}
      />
    </FormDialog>
  )
}
