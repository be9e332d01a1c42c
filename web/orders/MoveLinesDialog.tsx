import { useId, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { LineMove } from '#domain/order-rules.ts'
import { shopAndName } from '#domain/person-names.ts'
import css from '#web/orders/MoveLinesDialog.module.css'
import { movableLines } from '#web/orders/movable-lines.ts'
import { hasSeller, type ShownLine, type ShownOrder, unpaidOrRefunded } from '#web/orders/shown-order.ts'
import { useOrderCall } from '#web/orders/use-order-call.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { useActor } from '#web/platform/session/use-actor.ts'
import { BoxedInput } from '#web/ui/BoxedInput.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useFieldProblem } from '#web/ui/Labelled.tsx'
import { Note } from '#web/ui/Note.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

const l = limits.order
const written = ['carrier', 'tracking', 'reason'] as const

type Values = { lines?: string[]; carrier?: string; tracking?: string; reason?: string }
type Props = {
  order: ShownOrder
  move: LineMove
  /** The ids of the lines to ask about; all if undefined. */
  only?: readonly string[] | undefined
  onClose: () => void
}

/** Asks which lines to move, and for the other input of the move; lists the lines that can be moved now. */
export function MoveLinesDialog({ order, move, only, onClose }: Props) {
  const { id, lines } = order
  const actor = useActor()
  const call = useOrderCall(id)
  const movable = movableLines(actor, move, only ? lines.filter((line) => only.includes(line.id)) : lines)
  const ids = movable.map((line) => line.id)
  // Of several lines that can be cancelled, not all are meant.
  const [ticks, setTicks] = useState(() => (move === 'cancel' && ids.length > 1 ? [] : ids))
  // Of a single line there is nothing to choose: people begin with what they write.
  const [single] = useState(movable.length === 1)
  const ticked = ids.filter((one) => ticks.includes(one))
  const status = unpaidOrRefunded(order)
  const text = move === 'cancel' && status ? t(`orders.cancel.textOf.${status}`) : t(`orders.${move}.text`)
  // A correction begins with what was typed before.
  const given = (name: 'carrier' | 'tracking', maxLength: number) =>
    ({ maxLength, autoComplete: 'off', defaultValue: move === 'correct' ? movable[0]?.[name] : undefined }) as const
  const send = (values: Values) => call(() => sendMove(move, id, values))
  return (
    <FormDialog
      title={t(`orders.move.${move}`)}
      text={text}
      onClose={onClose}
      submit={ticked.length === 0 ? t(`orders.move.${move}`) : t(`orders.${move}.submit`, { count: ticked.length })}
      danger={move === 'cancel'}
      // “Cancel” would be the act itself.
      dismiss={move === 'cancel' ? 'close' : 'cancel'}
      fields={single ? [...written, 'lines'] : ['lines', ...written]}
      check={() => ({ lines: ticked.length ? undefined : t('orders.tickOne') })}
      send={send}
      report={({ lines: { length } }) => t(`orders.${move}.done`, { count: length })}
    >
      {move === 'ship' && status && <Note tone="warn">{t(`orders.ship.warning.${status}`)}</Note>}
      <LineTicks legend={t(`orders.${move}.lines`)} lines={movable} ticked={ticked} onTick={setTicks} none={t(`orders.${move}.none`)} />
      {(move === 'ship' || move === 'correct') && (
        <>
          <Field name="carrier" label={t('fields.carrier')} {...given('carrier', l.carrierMax)} />
          <Field name="tracking" label={t('fields.tracking')} {...given('tracking', l.trackingMax)} />
        </>
      )}
      {move === 'cancel' && <TextArea name="reason" label={t('common.reason')} rows={3} maxLength={l.reasonMax} />}
    </FormDialog>
  )
}

function sendMove(move: LineMove, id: string, { lines = [], carrier = '', tracking = '', reason = '' }: Values) {
  const input = { id, lines }
  if (move === 'ship') return client.orders.ship({ ...input, carrier, tracking })
  if (move === 'correct') return client.orders.correctShipment({ ...input, carrier, tracking })
  return move === 'deliver' ? client.orders.deliver(input) : client.orders.cancel({ ...input, reason })
}

type TicksProps = {
  legend: string
  lines: readonly ShownLine[]
  /** The ids of those that are ticked. */
  ticked: readonly string[]
  onTick: (ids: string[]) => void
  none: string
}

/** A checkbox per line; a line that another person moves meanwhile disappears. */
function LineTicks({ legend, lines, ticked, onTick, none }: TicksProps) {
  const id = useId()
  const error = useFieldProblem('lines')
  return (
    <fieldset className={`${css.ticks} stack bare gap-2 no-ring`} name="lines" tabIndex={-1} aria-describedby={error && id}>
      <legend className="ink legend">{legend}</legend>
      {lines.map((line) => (
        <BoxedInput
          key={line.id}
          type="checkbox"
          name="lines"
          value={line.id}
          checked={ticked.includes(line.id)}
          onChange={({ target }) => onTick(target.checked ? [...ticked, line.id] : ticked.filter((one) => one !== line.id))}
          aside={hasSeller(line) && shopAndName(line.seller)}
        >
          {t('orders.times', line)}
        </BoxedInput>
      ))}
      {lines.length === 0 && <p className="block aside">{none}</p>}
      {error && (
        <p id={id} className="error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
