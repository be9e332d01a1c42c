import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { changeOf } from '#web/sales/change.ts'
import css from '#web/sales/Figures.module.css'
import { type FigureName, isRatio, ratios, shownValueOf, type Figures as Values } from '#web/sales/figures.ts'
import type { To } from '#web/sales/rows-of.ts'
import { useFigureText } from '#web/sales/use-figure-text.ts'
import IconArrowDownRight from '#web/ui/icons/IconArrowDownRight.tsx'
import IconArrowUpRight from '#web/ui/icons/IconArrowUpRight.tsx'

type Props = {
  names: readonly FigureName[]
  /** Undefined while loading; the layout is already complete. */
  now: Values | undefined
  before: Values | undefined
  /** The link of each figure that has one. */
  rows?: ((name: FigureName) => To | undefined) | undefined
  /** How many figures at the start are larger. */
  lead?: number
  /** For an unfinished day: so short a time is rated neither good nor bad. */
  unrated?: boolean
}

/** Figures beside those of the range before. */
export function Figures({ names, now, before, rows, lead = 0, unrated = false }: Props) {
  // Before the first sale there was nothing that could go up or down.
  const compared = before && Object.values(before).some((value) => value) ? before : undefined
  return (
    <div className="sized">
      <div className={css.figures} data-lead={lead} data-count={names.length} aria-busy={now === undefined || undefined}>
        {names.map((name) => (
          <Figure
            key={name}
            name={name}
            now={now?.[name]}
            before={compared?.[name]}
            shown={now && shownValueOf(name, now)}
            shownBefore={before && shownValueOf(name, before)}
            to={rows?.(name)}
            waits={now === undefined}
            unrated={unrated}
          />
        ))}
      </div>
    </div>
  )
}

type One = {
  name: FigureName
  now: number | null | undefined
  before: number | null | undefined
  shown: number | null | undefined
  shownBefore: number | null | undefined
  to: To | undefined
  waits: boolean
  unrated: boolean
}

function Figure({ name, now, before, shown, shownBefore, to, waits, unrated }: One) {
  const id = useId()
  const text = useFigureText()
  const hasValue = typeof now === 'number'
  const textOf = (one: number | null | undefined) => (typeof one === 'number' ? text(name, one) : '–')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div className={`${css.figure} stack gap-2`} role="group" aria-labelledby={`${id}-name`}>
      <p id={`${id}-name`} className={`${css.name} aside`}>
        {t(`sales.figures.${name}`)}
      </p>
      {waits ? (
        <span className={css.waits} />
      ) : (
        <p className={css.value}>
          {to ? (
            <Link id={`${id}-value`} {...to} className={`${css.link} ink`} aria-labelledby={`${id}-name ${id}-value`}>
              {textOf(shown)}
            </Link>
          ) : (
            textOf(shown)
          )}
        </p>
      )}
      {!waits && !hasValue && <p className={`${css.note} aside`}>{isRatio(name) ? ratios[name].none : t('sales.why.none')}</p>}
      {hasValue && unrated && <p className={`${css.note} aside`}>{t('sales.change.unrated', { value: textOf(shownBefore) })}</p>}
      {hasValue && !unrated && <Difference {...{ name, now, before }} />}
    </div>
  )
}

function Difference({ name, now, before }: { name: FigureName; now: number; before: number | null | undefined }) {
  const text = useFigureText()
  const { way, mood, text: words } = changeOf(name, now, before, (value) => text(name, value))
  return (
    <p className={`${css.note} aside ${mood === 'plain' ? '' : mood}`}>
      {way === 'up' && <IconArrowUpRight size={14} stroke={2} />}
      {way === 'down' && <IconArrowDownRight size={14} stroke={2} />}
      <span>{words}</span>
    </p>
  )
}
