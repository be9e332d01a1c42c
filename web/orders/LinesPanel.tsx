import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Order } from '#domain/order.ts'
import type { LineMove } from '#domain/order-rules.ts'
import { LinesTable } from '#web/orders/LinesTable.tsx'
import { MoveLinesDialog } from '#web/orders/MoveLinesDialog.tsx'
import { movableLines, whyNoLine } from '#web/orders/movable-lines.ts'
import css from '#web/orders/OrderPage.module.css'
import { RefundDialog } from '#web/orders/RefundDialog.tsx'
import { Sums } from '#web/orders/Sums.tsx'
import { hasSeller, isAdminOrder, movesOf, type ShownLine, type ShownOrder } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import IconTruck from '#web/ui/icons/IconTruck.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { WhyButton } from '#web/ui/WhyButton.tsx'

/** What a dialog is open for: a move of some lines (of all, if none are named), or a refund of one, with the order as it was then. */
type Asking = { move: LineMove; only?: readonly string[] } | { refund: ShownLine; expected: Order }

/** The lines of an order with their actions, and the sum of the amounts. */
export function LinesPanel({ order }: { order: ShownOrder }) {
  const actor = useActor()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const { lines, paymentStatus } = order
  // What was refunded in full is not sent any more. Those who can record a payment do so first, in the panel of the payment.
  const primary = paymentStatus === 'refunded' ? 'cancel' : paymentStatus === 'unpaid' && isAdminOrder(order) ? null : 'ship'
  // A parcel is of one seller: lines of several are shipped below their heads.
  const areOfSeveral = new Set(movableLines(actor, 'ship', lines).map((line) => hasSeller(line) && line.seller_id)).size > 1
  const moves = movesOf(order).filter((move) => move !== 'ship' || !areOfSeveral)
  const left = lines.some((line) => line.status === 'open' && hasSeller(line) && line.sellerStatus === 'suspended')
  return (
    <Panel
      title={t('orders.record.lines')}
      actions={
        <div className="row">
          {moves.map((move) => (
            <WhyButton
              key={move}
              look={move === primary ? 'primary' : 'plain'}
              icon={move === 'ship' && <IconTruck size={16} />}
              why={whyNoLine(actor, move, lines)}
              // The second half of a double click must not answer the dialog that the first half opened.
              onClick={({ detail }) => detail < 2 && setAsking({ move })}
            >
              {t(`orders.move.${move}`)}
            </WhyButton>
          ))}
        </div>
      }
      flush
    >
      {left && (
        <div className={css.note}>
          <Note tone="warn">{t('orders.record.suspendedNote')}</Note>
        </div>
      )}
      <LinesTable
        order={order}
        onMove={(move, only) => setAsking({ move, only })}
        onRefund={(refund) => isAdminOrder(order) && setAsking({ refund, expected: order })}
      />
      <div className="row shrinks">
        {!isAdminOrder(order) && lines.some(({ status }) => status === 'open') && (
          <p className={`${css.foot} aside`}>
            {t('orders.record.whoCancels')}{' '}
            <Link to="/chat" className="nowrap">
              {t('orders.record.askSupport')}
            </Link>
          </p>
        )}
        <Sums order={order} />
      </div>
      {asking && 'move' in asking && <MoveLinesDialog order={order} {...asking} onClose={close} />}
      {asking && 'refund' in asking && <RefundDialog order={asking.expected} line={asking.refund} onClose={close} />}
    </Panel>
  )
}
