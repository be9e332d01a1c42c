import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs'
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { t } from '#web/messages/messages.ts'
import { changeOf } from '#web/sales/change.ts'
import css from '#web/sales/Figures.module.css'
import { aboutFigure, type FigureName, type Figures as Values } from '#web/sales/figures.ts'
import type { Chosen } from '#web/sales/ranges.ts'
import { useFigureText } from '#web/sales/use-figure-text.ts'

type Props = {
  names: readonly FigureName[]
  /** Undefined while they are on their way: their places stand already. */
  now: Values | undefined
  before: Values | undefined
  /** The days whose rows each figure opens; a seller's figures open none. */
  rows?: Chosen | undefined
  /** The first ones are larger. */
  lead?: number
  /** The day is not over: it stands beside the whole day before, and is neither good nor bad yet. */
  soFar?: boolean
}

/** Figures beside those of the range before. */
export function Figures({ names, now, before, rows, lead = 0, soFar = false }: Props) {
  return (
    <div className={css.room}>
      <div className={css.figures} data-lead={lead} data-count={names.length} aria-busy={now === undefined || undefined}>
        {names.map((name) => (
          <Figure key={name} name={name} now={now?.[name]} before={before?.[name]} rows={rows} waits={now === undefined} soFar={soFar} />
        ))}
      </div>
    </div>
  )
}

type One = {
  name: FigureName
  now: number | null | undefined
  before: number | null | undefined
  rows: Chosen | undefined
  waits: boolean
  soFar: boolean
}

function Figure({ name, now, before, rows, waits, soFar }: One) {
  const id = useId()
  const text = useFigureText()
  const known = typeof now === 'number'
  const value = known ? text(name, now) : '–'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div className={css.figure} role="group" aria-labelledby={`${id}-name`}>
      <p id={`${id}-name`} className={css.name}>
        {t(`sales.figures.${name}`)}
      </p>
      {waits ? (
        <span className={css.waits} />
      ) : (
        <p className={css.value}>
          {rows ? (
            <Link
              id={`${id}-value`}
              to="/admin/sales"
              search={{ rows: aboutFigure[name].rows, ...rows }}
              className={css.link}
              aria-labelledby={`${id}-name ${id}-value`}
            >
              {value}
            </Link>
          ) : (
            value
          )}
        </p>
      )}
      {!waits && !known && <p className={css.note}>{t(reasons[name] ?? 'sales.why.none')}</p>}
      {known && soFar && (
        <p className={css.note}>{t('sales.change.yesterday', { value: typeof before === 'number' ? text(name, before) : '–' })}</p>
      )}
      {known && !soFar && <Difference {...{ name, now, before }} />}
    </div>
  )
}

/** Why a figure has no value. */
const reasons = { averageOrderValue: 'sales.why.averageOrderValue', cancellationRate: 'sales.why.cancellationRate' } as {
  [name in FigureName]?: 'sales.why.averageOrderValue' | 'sales.why.cancellationRate'
}

function Difference({ name, now, before }: { name: FigureName; now: number; before: number | null | undefined }) {
  const text = useFigureText()
  const { way, mood, text: words } = changeOf(name, now, before, (value) => text(name, value))
  return (
    <p className={css.note} data-mood={mood}>
      {way === 'up' && <IconArrowUpRight size={14} stroke={2} aria-hidden />}
      {way === 'down' && <IconArrowDownRight size={14} stroke={2} aria-hidden />}
      <span>{words}</span>
    </p>
  )
}
