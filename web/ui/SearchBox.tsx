import { useEffect, useId, useRef, useState } from 'react'
import IconSearch from '#web/ui/icons/IconSearch.tsx'
import css from '#web/ui/SearchBox.module.css'

type Props = { label: string; placeholder?: string; value: string; maxLength: number; onSearch: (text: string) => void }

/** How long after the last key the search starts, in milliseconds. */
const pause = 250

/** Searches as a person types. The value of the address never overwrites what is being typed. */
export function SearchBox({ label, placeholder, value, maxLength, onSearch }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A filter chosen since the last key must not be undone by the former callback.
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (text: string) => {
    clearTimeout(timer.current)
    asked.current = text.trim()
    latest.current(text.trim())
  }
  return (
    <div className={css.box}>
      <IconSearch size={16} className={css.icon} />
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        className={`${css.input} full input`}
        placeholder={placeholder ?? label}
        maxLength={maxLength}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => ask(target.value), pause)
        }}
        onKeyDown={(event) => event.key === 'Enter' && ask(typed)}
      />
    </div>
  )
}
