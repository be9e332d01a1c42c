import { limits } from '#domain/limits.ts'
import { movableLines } from '#web/orders/movable-lines.ts'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { type ShownOrder, unpaidOrRefunded } from '#web/orders/shown-order.ts'
import { useOrderCall } from '#web/orders/use-order-call.ts'
import { useWholeOrders } from '#web/orders/use-whole-orders.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { pasteDown } from '#web/platform/forms/paste-down.ts'
import { useEachItem } from '#web/platform/forms/use-each-item.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { Field } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What goes to whom, and whether it is not paid or was refunded: a selection of all that is shown takes such orders, too. */
const hintOf = (lines: number, { buyerName: buyer, ...order }: Pick<ShownOrder, 'buyerName' | 'paymentStatus' | 'counts'>) => (
  <>
    {t('orders.shipMany.lines', { count: lines, buyer })} {unpaidOrRefunded(order) && <PaymentTag order={order} />}
  </>
)

const linesOf = (shipments: readonly { lines: readonly unknown[] }[]) => shipments.reduce((sum, { lines }) => sum + lines.length, 0)

type Values = { carrier?: string } & Record<string, string | undefined>
type Named = { id: string; number: string }
type Props = { selected: readonly Named[]; onClose: () => void; onShipped: (ids: readonly string[]) => void }

/** Ships all lines of the selected orders that this person can ship: one carrier, and a tracking number for each order. */
export function ShipOrdersDialog({ selected, onClose, onShipped }: Props) {
  const actor = useActor()
  const call = useOrderCall()
  const { orders, unloaded, isLoading } = useWholeOrders(selected)
  const shipments = orders
    .map((order) => ({ ...order, lines: movableLines(actor, 'ship', order.lines) }))
    .filter(({ lines }) => lines.length > 0)
  const count = linesOf(shipments)
  const numberOf = (id: string) => t('orders.called', { number: selected.find((order) => order.id === id)?.number ?? '' })
  const { run, state, dismiss } = useEachItem(numberOf, onClose, new Map(unloaded))
  const send = ({ carrier = '', ...typed }: Values) =>
    call(async () => ({
      failures: await run(shipments, ({ id, lines }) =>
        client.orders.ship({ id, lines: lines.map((line) => line.id), carrier, tracking: typed[`tracking-${id}`] ?? '' }),
      ),
    }))
  return (
    <FormDialog
      title={t('orders.move.ship')}
      text={t('orders.shipMany.text')}
      onClose={onClose}
      dismiss={dismiss}
      submit={count === 0 ? t('orders.move.ship') : t('orders.ship.submit', { count })}
      blocked={isLoading ? t('common.loading') : count === 0 ? t('orders.ship.none') : null}
      fields={['carrier']}
      send={send}
      done={({ failures: left }) => {
        const shipped = shipments.filter(({ id }) => !left.has(id))
        if (shipped.length > 0) toast(t('orders.ship.done', { count: linesOf(shipped) }))
        onShipped(shipped.map(({ id }) => id))
        if (left.size === 0 && unloaded.length === 0) onClose()
      }}
    >
      {state}
      <Field name="carrier" label={t('fields.carrier')} maxLength={limits.order.carrierMax} autoComplete="off" />
      {isLoading && <Skeleton rows={selected.length} />}
      {shipments.map(({ id, lines, ...order }) => (
        <Field
          key={id}
          name={`tracking-${id}`}
          label={t('orders.shipMany.tracking', { order: numberOf(id) })}
          hint={hintOf(lines.length, order)}
          maxLength={limits.order.trackingMax}
          autoComplete="off"
          onPaste={pasteDown}
        />
      ))}
      {!isLoading && count === 0 && <p className="aside">{t('orders.ship.none')}</p>}
    </FormDialog>
  )
}
