import { useId } from 'react'
import { t } from '#web/messages/messages.ts'
import css from '#web/orders/LineTicks.module.css'
import { tickName } from '#web/orders/line-ticks.ts'
import { hasSeller, type ShownLine } from '#web/orders/shown-order.ts'

type Props = {
  legend: string
  lines: readonly ShownLine[]
  /** Whether they are ticked to begin with. */
  ticked: boolean
  none: string
  error: string | undefined
  onChange: () => void
}

/** A box per line; a line that somebody else moves meanwhile disappears from among them. */
export function LineTicks({ legend, lines, ticked, none, error, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className={css.ticks} name="lines" tabIndex={-1} aria-describedby={error && id}>
      <legend className={css.legend}>{legend}</legend>
      {lines.map((line) => (
        <label key={line.id} className={css.tick}>
          <input type="checkbox" name={tickName(line.id)} defaultChecked={ticked} onChange={onChange} />
          <span>
            {t('orders.times', { quantity: line.quantity.toLocaleString('en'), title: line.title })}
            {hasSeller(line) && <span className={css.aside}>{line.sellerName}</span>}
          </span>
        </label>
      ))}
      {lines.length === 0 && <p className={css.aside}>{none}</p>}
      {error && (
        <p id={id} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
