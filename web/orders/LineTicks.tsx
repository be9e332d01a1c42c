import { useId } from 'react'
import { shopAndName } from '#domain/person-names.ts'
import css from '#web/orders/LineTicks.module.css'
import { hasSeller, type ShownLine } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { BoxedInput } from '#web/ui/BoxedInput.tsx'
import { useFieldProblem } from '#web/ui/Field.tsx'

type Props = {
  legend: string
  lines: readonly ShownLine[]
  /** Whether they are ticked at first. */
  ticked: boolean
  none: string
}

/** A checkbox per line; a line that another person moves meanwhile disappears. */
export function LineTicks({ legend, lines, ticked, none }: Props) {
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
          defaultChecked={ticked}
          aside={hasSeller(line) && shopAndName(line.seller)}
        >
          {t('orders.times', { quantity: line.quantity.toLocaleString('en'), title: line.title })}
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
