import { useState } from 'react'
import type { LineMove } from '#domain/order-rules.ts'
import { LinesTable } from '#web/orders/LinesTable.tsx'
import { MoveLinesDialog } from '#web/orders/MoveLinesDialog.tsx'
import { whyNoLine } from '#web/orders/movable-lines.ts'
import css from '#web/orders/OrderPage.module.css'
import { Sums } from '#web/orders/Sums.tsx'
import { hasSeller, isAdminOrder, type ShownOrder } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import IconTruck from '#web/ui/icons/IconTruck.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { WhyButton } from '#web/ui/WhyButton.tsx'

const movesOf = { admin: ['ship', 'deliver', 'cancel'], seller: ['ship', 'deliver'] } as const

/** The lines of an order with their actions, and the sum of the amounts. */
export function LinesPanel({ order }: { order: ShownOrder }) {
  const actor = useActor()
  const [asking, setAsking] = useState<LineMove | null>(null)
  const { lines } = order
  const moves = movesOf[isAdminOrder(order) ? 'admin' : 'seller']
  const left = lines.some((line) => line.status === 'open' && hasSeller(line) && line.sellerStatus === 'suspended')
  return (
    <Panel
      title={t('orders.record.lines')}
      actions={
        <div className="row tall-narrow">
          {moves.map((move) => (
            <WhyButton
              key={move}
              look={move === 'ship' ? 'primary' : 'plain'}
              icon={move === 'ship' && <IconTruck size={16} />}
              why={whyNoLine(actor, move, lines)}
              // The second half of a double click must not answer the dialog that the first half opened.
              onClick={({ detail }) => detail < 2 && setAsking(move)}
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
      <LinesTable lines={lines} />
      <Sums order={order} />
      {moves.map((move) => (
        <MoveLinesDialog key={move} order={order} move={move} open={asking === move} onClose={() => setAsking(null)} />
      ))}
    </Panel>
  )
}
