import { limits } from '#domain/limits.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'

type SearchProps = { label: string; hint: string; value: string | undefined; onSearch: (text: string | undefined) => void }

/** The search above a list; undefined: everything. */
export function SearchFilter({ label, hint, value = '', onSearch }: SearchProps) {
  return (
    <SearchBox
      {...{ label, value }}
      placeholder={hint}
      maxLength={limits.text.searchMax}
      onSearch={(text) => onSearch(text || undefined)}
    />
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  /** The choice that removes the filter; a sort order has none. */
  all?: string
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  /** Undefined: no filter. */
  onChoose: (value: Value | undefined) => void
  /** Shows the label, not only to screen readers. */
  labelled?: boolean
}

/** Filters or sorts a list by one of a few values. */
export function ChoiceFilter<Value extends string>({ label, all, value, options, onChoose, labelled = false }: ChoiceProps<Value>) {
  return (
    <Select
      label={label}
      quiet={!labelled}
      value={value ?? ''}
      options={all === undefined ? options : [{ value: '', label: all }, ...options]}
      onChange={({ target }) => onChoose(options.find((option) => option.value === target.value)?.value)}
    />
  )
}
