import { useId, useRef, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { daySpan } from '#web/ui/calendar.ts'
import css from '#web/ui/DateRange.module.css'
import { Field } from '#web/ui/Field.tsx'
import IconChevronDown from '#web/ui/icons/IconChevronDown.tsx'
import menu from '#web/ui/Menu.module.css'
import { MonthGrid } from '#web/ui/MonthGrid.tsx'

/** Days such as 2026-01-31, both included; a missing one leaves that end open. */
export type Days = { from?: string | undefined; to?: string | undefined }
/** Days relative to today, with their name. */
export type NamedDays = { from: string; to: string; label: string }

type Props = {
  label: string
  days: Days
  named: readonly NamedDays[]
  /** The named range that was chosen; without it, one of the same days. */
  chosen?: NamedDays | undefined
  today: string
  /** `named` is one of the named ranges if it was chosen by its name. */
  change: (to: Days, named?: NamedDays) => void
  /** Shown while no day is chosen, where the range is a filter that can be off. */
  all?: string
}

/** A range of days: a button with its text, which opens the ranges with names, and under "Custom" two dates with a calendar. */
export function DateRange({ label, days, named, chosen, today, change, all = '' }: Props) {
  const id = useId()
  const panel = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const text = chosen?.label ?? spanOf(days) ?? all
  const apply = (to: Days, by?: NamedDays) => {
    // Gives the focus back to the button.
    panel.current?.hidePopover()
    change(to, by)
  }
  return (
    <div className="shrinks">
      <button
        type="button"
        className={`${buttonClass()} selecting`}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t('common.filter', { label, name: text })}
        title={chosen && spanOf(days)}
        data-on={(all !== '' && text !== all) || undefined}
      >
        <span className="ellipsis">{text}</span>
        <IconChevronDown size={16} />
      </button>
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        aria-label={t('common.chooseDays', { label })}
        className={`${css.panel} raised boxed`}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState, currentTarget }) => {
          const first = () => currentTarget.querySelector<HTMLElement>('[aria-pressed="true"]') ?? currentTarget.querySelector('button')
          if (newState === 'open') first()?.focus()
          // Not before it has closed: the browser returns the focus only from an element that still exists.
          else setOpen(false)
        }}
        // The page has keys of its own.
        onKeyDown={(event) => event.stopPropagation()}
      >
        {open && <Choices {...{ days, named, chosen, today, apply }} close={() => panel.current?.hidePopover()} />}
      </dialog>
    </div>
  )
}

/** The text of a range: "1–22 Nov 2026", "since 1 Nov 2026"; undefined without days. */
export function spanOf({ from, to }: Days): string | undefined {
  if (from && to) return from <= to ? daySpan(from, to) : `${daySpan(from, from)} – ${daySpan(to, to)}`
  if (from) return t('common.since', { day: daySpan(from, from) })
  return to ? t('common.until', { day: daySpan(to, to) }) : undefined
}

type ChoicesProps = Pick<Props, 'days' | 'named' | 'chosen' | 'today'> & { apply: Props['change']; close: () => void }

function Choices({ days, named, chosen: byName, today, apply, close }: ChoicesProps) {
  const chosen = byName ?? named.find(({ from, to }) => from === days.from && to === days.to)
  const [custom, setCustom] = useState(chosen === undefined && spanOf(days) !== undefined)
  return (
    <div className={`${css.choices} line`}>
      <div className={`${css.named} column`}>
        {named.map((range) => (
          <button
            key={range.label}
            type="button"
            className={`${menu.item} tall-touch tints`}
            aria-pressed={!custom && range === chosen}
            onClick={() => apply({ from: range.from, to: range.to }, range)}
          >
            {range.label}
          </button>
        ))}
        <button type="button" className={`${menu.item} tall-touch tints`} aria-pressed={custom} onClick={() => setCustom(true)}>
          {t('common.customDays')}
        </button>
      </div>
      {custom && <Custom {...{ days, today, apply, close }} />}
    </div>
  )
}

function Custom({ days, today, apply, close }: Omit<ChoicesProps, 'named' | 'chosen'>) {
  const [{ from, to }, setDays] = useState<Days>({ from: days.from || undefined, to: days.to || undefined })
  const [shown, setShown] = useState(to ?? from ?? today)
  /** One day was chosen in the calendar: the next one makes a range of it. */
  const [hasBegun, setBegun] = useState(false)
  const typed = (name: 'from' | 'to') => ({
    label: t(`common.${name}`),
    type: 'date',
    value: { from, to }[name] ?? '',
    onChange: ({ target: { value } }: { target: HTMLInputElement }) => {
      setBegun(false)
      setDays((former) => ({ ...former, [name]: value || undefined }))
      // While a year is being typed, it is short.
      if (value >= '1000') setShown(value)
    },
  })
  /** The first day is a range of its own; the next one ends it, whichever is earlier. */
  const choose = (day: string) => {
    const ends = hasBegun || (from !== undefined && !to)
    setDays(ends ? inOrder({ from, to: day }) : { from: day, to: day })
    setBegun(!ends)
  }
  return (
    <form
      className={`${css.custom} stack gap-12`}
      onSubmit={(event) => {
        event.preventDefault()
        apply(inOrder({ from, to }))
      }}
    >
      <div className={css.typed}>
        <Field {...typed('from')} />
        <Field {...typed('to')} />
      </div>
      <MonthGrid at={shown} {...{ today, from, to, choose }} />
      <div className="row between">
        <Button look="quiet" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button look="primary" type="submit">
          {t('common.apply')}
        </Button>
      </div>
    </form>
  )
}

const inOrder = ({ from, to }: Days): Days => (from && to && from > to ? { from: to, to: from } : { from, to })
