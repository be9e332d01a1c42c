import { useCombobox } from 'downshift'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import css from '#web/ui/Combobox.module.css'
import field from '#web/ui/Field.module.css'
import { type FieldProps, Labelled } from '#web/ui/Labelled.tsx'

type Props = FieldProps & {
  value: string
  options: readonly string[]
  onChange: (value: string) => void
  /** The option that takes what was typed as a new value. */
  newLabel: (typed: string) => string
  /** The name of the list for screen readers. */
  listLabel: string
  /** Announces to screen readers how many options the list has. */
  countLabel: (count: number) => string
}

type Choice = { value: string; label: string }

/** At most this many options are listed; typing filters them. */
const choicesShown = 60

/**
 * A field for an option of a list or a new value. The typed text is the value at once; Enter takes the marked option and never submits a
 * form.
 */
export function Combobox({ value, options, onChange, newLabel, listLabel, countLabel, ...labels }: Props) {
  const [typing, setTyping] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const choices = choicesFor(typing ? value : '', value, options, newLabel)
  const { isOpen, getInputProps, getMenuProps, getItemProps } = useCombobox<Choice>({
    items: choices,
    inputValue: value,
    selectedItem: choices.find((choice) => choice.value === value) ?? null,
    itemToString: (choice) => choice?.value ?? '',
    itemToKey: (choice) => choice?.value,
    getA11yStatusMessage: ({ isOpen }) => (isOpen ? countLabel(choices.length) : ''),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem.value),
    onIsOpenChange: ({ isOpen }) => isOpen || setTyping(false),
    stateReducer: (state, { type, changes }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) {
        const typed = changes.inputValue ?? ''
        return { ...changes, highlightedIndex: bestMatch(typed, choicesFor(typed, typed, options, newLabel)) }
      }
      // A click places the caret in the open field.
      if (type === useCombobox.stateChangeTypes.InputClick && state.isOpen) return state
      // Leaving the field keeps what was typed, whatever is marked.
      return type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: state.selectedItem } : changes
    },
  })
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const press = (event: KeyboardEvent) => {
    // With the list closed, Escape would clear the field.
    const isIgnored = event.nativeEvent.isComposing || (event.key === 'Escape' && !isOpen)
    if (isIgnored) return void Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    if (event.key === 'Enter') event.preventDefault()
    // A dialog or a page around the field also listens for these keys.
    if (event.key === 'Enter' || event.key === 'Escape') event.stopPropagation()
  }
  const settle = () => {
    const chosen = options.find((option) => isSame(option, value))
    if (chosen && chosen !== value) onChange(chosen)
  }

  return (
    <Labelled
      {...labels}
      draw={(ids) => (
        <div className="holds">
          <input
            dir="auto"
            {...getInputProps({
              ...ids,
              'aria-labelledby': undefined,
              onChange: ({ currentTarget }) => {
                onChange(currentTarget.value)
                setTyping(true)
              },
              onKeyDown: press,
              onBlur: settle,
            })}
            className={`${field.input} full input`}
          />
          <div
            {...getMenuProps({ ref: list, 'aria-label': listLabel })}
            className={`${css.list} raised boxed`}
            hidden={!isOpen || choices.length === 0}
          >
            {choices.map((item, index) => (
              <div
                key={item.value}
                {...getItemProps({ item, index })}
                className={`${css.choice} option tints ${item.value === value ? 'bold' : ''}`}
              >
                {item.label}
              </div>
            ))}
          </div>
        </div>
      )}
    />
  )
}

/** Whether two values are the same option, in upper or lower case. */
export const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

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
