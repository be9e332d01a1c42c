import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import css from '#web/ui/Combobox.module.css'
import field from '#web/ui/Field.module.css'
import { type FieldProps, Labelled } from '#web/ui/Field.tsx'

type Props = FieldProps & {
  value: string
  options: readonly string[]
  onChange: (value: string) => void
  /** The option that takes what was typed as a new value. */
  newLabel: (typed: string) => string
  /** The name of the list for screen readers. */
  listLabel: string
  placeholder?: string
  disabled?: boolean
}

type Choice = { value: string; label: string }

/** At most this many options are listed; typing filters them. */
const choicesShown = 60

/**
 * A field for an option of a list or a new value. The typed text is the value at once; Enter takes the marked option and never submits a
 * form.
 */
export function Combobox({ value, options, onChange, newLabel, listLabel, placeholder, disabled, ...labels }: Props) {
  const [open, setOpen] = useState(false)
  const [typing, setTyping] = useState(false)
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const choices = choicesFor(typing ? value : '', value, options, newLabel)

  const show = (at: number) => {
    setActive(at)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setTyping(false)
    setActive(-1)
  }
  const pick = (choice: Choice | undefined) => {
    if (choice) onChange(choice.value)
    close()
  }
  const settle = () => {
    const chosen = options.find((option) => isSame(option, value))
    if (chosen && chosen !== value) onChange(chosen)
    close()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key]
    if (to !== undefined)
      show(
        open
          ? (to + choices.length) % choices.length
          : Math.max(
              0,
              choices.findIndex((choice) => choice.value === value),
            ),
      )
    else if (event.key === 'Enter') open ? pick(choices[active]) : undefined
    else if (event.key === 'Escape' && open) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [open, active])
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: 'nearest' })
  }, [open])

  return (
    <Labelled
      {...labels}
      draw={(ids) => (
        <div className={css.box}>
          <input
            {...ids}
            className={field.input}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${ids.id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && active >= 0 ? `${ids.id}-${active}` : undefined}
            autoComplete="off"
            placeholder={placeholder}
            disabled={disabled}
            value={value}
            onChange={({ target }) => {
              onChange(target.value)
              setTyping(true)
              show(bestMatch(target.value, choicesFor(target.value, target.value, options, newLabel)))
            }}
            onClick={() => open || show(-1)}
            onKeyDown={press}
            onBlur={settle}
          />
          <div
            ref={list}
            id={`${ids.id}-list`}
            className={css.list}
            aria-label={listLabel}
            role="listbox"
            hidden={!open || choices.length === 0}
          >
            {choices.map((choice, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys move through the options
              <div
                key={choice.value}
                id={`${ids.id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className={css.choice}
                data-chosen={choice.value === value || undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(choice)}
              >
                {choice.label}
              </div>
            ))}
          </div>
        </div>
      )}
    />
  )
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Options that contain the typed text, those that begin with it first; then the typed text itself if the list does not have it. */
function choicesFor(search: string, value: string, options: readonly string[], newLabel: (typed: string) => string): Choice[] {
  const text = search.trim().toLowerCase()
  const at = (option: string) => option.toLowerCase().indexOf(text)
  const fitting = options.filter((option) => at(option) >= 0)
  const ordered = [...fitting.filter((option) => at(option) === 0), ...fitting.filter((option) => at(option) > 0)]
  const choices = ordered.slice(0, choicesShown).map((option) => ({ value: option, label: option }))
  const isNew = value.trim() !== '' && !options.some((option) => isSame(option, value))
  return isNew ? [...choices, { value: value.trim(), label: newLabel(value.trim()) }] : choices
}

/** The exact word if the list has it, else the first that begins with it or contains it; none while nothing is typed. */
function bestMatch(typed: string, choices: readonly Choice[]): number {
  if (typed.trim() === '') return -1
  const exact = choices.findIndex(({ value }) => isSame(value, typed))
  return exact >= 0 && choices[exact]?.label === choices[exact]?.value ? exact : 0
}
