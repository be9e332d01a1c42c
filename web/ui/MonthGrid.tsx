import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { addDays, addMonths, daysIntoWeek, firstWeekdayIn, monthOf, namedDay, weekdaysFrom, weeksOf } from '#web/ui/calendar.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconChevronLeft from '#web/ui/icons/IconChevronLeft.tsx'
import IconChevronRight from '#web/ui/icons/IconChevronRight.tsx'
import css from '#web/ui/MonthGrid.module.css'
import { region } from '#web/ui/time.ts'

type Props = {
  /** Where it begins; it follows when this changes. */
  at: string
  today: string
  /** The chosen days; a missing end is open. */
  from: string | undefined
  to: string | undefined
  choose: (day: string) => void
}

const firstWeekday = firstWeekdayIn(region)
const weekdays = weekdaysFrom(firstWeekday)
const lastDay = '9998-12-31'
const firstDay = '1000-01-01'

/** A month whose days can be chosen. Arrows, Home, End and Page Up and Down move in it, as in the date grid of the WAI-ARIA practices. */
export function MonthGrid({ at, today, from, to, choose }: Props) {
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const [day, setDay] = useState(at)
  const [last, setLast] = useState(at)
  if (last !== at) {
    setLast(at)
    setDay(at)
  }
  const movedByKey = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (movedByKey.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    movedByKey.current = false
  }, [day])

  const isChosen = (each: string) => (from ?? to) !== undefined && !(from && each < from) && !(to && each > to)
  const move = (next: string) => setDay(next < firstDay ? firstDay : next > lastDay ? lastDay : next)
  const moveByKey = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event)
    if (next === undefined) return
    event.preventDefault()
    movedByKey.current = true
    move(next)
  }
  return (
    <div className={css.month}>
      <div className="row between center">
        <IconButton label={t('common.formerMonth')} onClick={() => move(addMonths(day, -1))}>
          <IconChevronLeft size={18} />
        </IconButton>
        <h2 id={id} className={css.title} aria-live="polite">
          {monthOf(day)}
        </h2>
        <IconButton label={t('common.nextMonth')} onClick={() => move(addMonths(day, 1))}>
          <IconChevronRight size={18} />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date grid of the WAI-ARIA practices */}
      <table ref={table} role="grid" aria-labelledby={id} className={css.grid} onKeyDown={moveByKey}>
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={short} scope="col" abbr={long} className={`${css.weekday} tiny`}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day, firstWeekday).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((each, place) =>
                each === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has nothing else
                  <td key={place} />
                ) : (
                  // biome-ignore lint/a11y/useFocusableInteractive: the button in it has the focus
                  <td
                    key={each}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
                    role="gridcell"
                    className={`${css.day} option`}
                    aria-selected={isChosen(each)}
                    data-end={each === from || each === to || undefined}
                  >
                    <button
                      type="button"
                      className={each === from || each === to ? 'tabular' : 'tabular tints'}
                      tabIndex={each === day ? 0 : -1}
                      aria-label={namedDay(each)}
                      aria-pressed={isChosen(each)}
                      aria-current={each === today ? 'date' : undefined}
                      onClick={() => {
                        setDay(each)
                        choose(each)
                      }}
                    >
                      {Number(each.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The day that a key leads to; undefined for other keys. */
function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | undefined {
  const into = daysIntoWeek(day, firstWeekday)
  if (key === 'PageUp' || key === 'PageDown') return addMonths(day, (shiftKey ? 12 : 1) * (key === 'PageUp' ? -1 : 1))
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -into, End: 6 - into }[key]
  return days === undefined ? undefined : addDays(day, days)
}
