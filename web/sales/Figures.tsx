import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { changeOf } from '#web/sales/change.ts'
import css from '#web/sales/Figures.module.css'
import { type FigureName, ratios, shownValueOf, type Figures as Values } from '#web/sales/figures.ts'
import { isRatio } from '#web/sales/rows-names.ts'
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
  /** For an unfinished day: so short a time is rated neither good nor bad. */
  unrated?: boolean
}

/** Figures beside those of the range before. */
export function Figures({ names, now, before, rows, unrated = false }: Props) {
  // Before the first sale there was nothing that could go up or down: then no figure is compared.
  const compared = before && Object.values(before).some((value) => value) ? before : undefined
  return (
    <div className="sized">
      <div className={css.figures} data-count={names.length} aria-busy={now === undefined || undefined}>
        {names.map((name) => (
          <Figure key={name} to={rows?.(name)} {...{ name, now, before, compared, unrated }} />
        ))}
      </div>
    </div>
  )
}

type One = Pick<Props, 'now' | 'before' | 'unrated'> & { name: FigureName; compared: Values | undefined; to: To | undefined }

function Figure({ name, now: values, before, compared, to, unrated }: One) {
  const id = useId()
  const text = useFigureText()
  const waits = values === undefined
  const now = values?.[name]
  const hasValue = typeof now === 'number'
  const textOf = (figures: Values | undefined) => {
    const shown = figures && shownValueOf(name, figures)
    return typeof shown === 'number' ? text(name, shown) : '–'
  }
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
              {textOf(values)}
            </Link>
          ) : (
            textOf(values)
          )}
        </p>
      )}
      {!waits && !hasValue && <p className={`${css.note} aside`}>{isRatio(name) ? ratios[name].none : t('sales.why.none')}</p>}
      {hasValue && unrated && <p className={`${css.note} aside`}>{t('sales.change.unrated', { value: textOf(before) })}</p>}
      {hasValue && !unrated && compared && <Difference {...{ name, now }} before={compared[name]} />}
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
