import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/settings/SettingsPage.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import IconX from '#web/ui/icons/IconX.tsx'

type Props = {
  name: string
  label: string
  hint?: ReactNode
  type?: 'text' | 'url' | 'date'
  items: readonly string[]
  /** The item as people read it. */
  shown?: (item: string) => string
  /** What is added for this input, or why it cannot be; if not given, the input. */
  read?: (typed: string) => { item: string } | { problem: string }
  /** How many there can be at most, and the sentences of a refusal: that there are so many, and that one is in the list already. */
  max: number
  full: string
  taken: string
  onChange: (items: string[]) => void
}

/** A list of short items in their order: one field adds them, and each can be removed. */
export function ChipList({ name, label, hint, type = 'text', items, shown = (item) => item, onChange, ...rules }: Props) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const focusField = () => place.current?.querySelector('input')?.focus()
  const add = () => {
    if (typed.trim() === '') return
    focusField()
    const found = toAdd(typed.trim(), items, rules)
    if ('problem' in found) return setProblem(found.problem)
    setProblem(undefined)
    onChange([...items, found.item].sort((one, other) => one.localeCompare(other)))
    setTyped('')
  }
  const remove = (item: string) => {
    onChange(items.filter((one) => one !== item))
    focusField()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div ref={place} className="stack">
      <div className={css.add}>
        <Field
          {...{ name, label, hint, type, onKeyDown }}
          value={typed}
          error={problem}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(undefined)
          }}
        />
        <Button onClick={add}>{t('settings.add')}</Button>
      </div>
      {items.length > 0 && (
        <ul className="list row">
          {items.map((item) => (
            <li key={item} className={`${css.chip} inline-line gap-4 breaks`}>
              {shown(item)}
              <button
                type="button"
                className="icon-button hovers"
                aria-label={t('settings.removeItem', { name: shown(item) })}
                onClick={() => remove(item)}
              >
                <IconX size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Rules = Pick<Props, 'read' | 'max' | 'full' | 'taken'>

function toAdd(typed: string, items: readonly string[], { read, max, full, taken }: Rules): { item: string } | { problem: string } {
  const found = read?.(typed) ?? { item: typed }
  if ('problem' in found) return found
  if (items.length >= max) return { problem: full }
  return items.some((one) => sameText(one, found.item)) ? { problem: taken } : found
}

const sameText = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0
