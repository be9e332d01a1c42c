import { type ReactNode, useId, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Avatar, type PersonShown } from '#web/platform/Person.tsx'
import css from '#web/platform/queries/Filters.module.css'
import { Button } from '#web/ui/Button.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'

type SearchProps = { label: string; hint: string; value: string | undefined; onSearch: (text: string | undefined) => void }

/** The search of a list; undefined: everything. */
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

/** A filter by one of a few values, or an order. */
export type Choice = {
  label: string
  /** The choice that removes the filter; an order has none. */
  all?: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  choose: (value: string | undefined) => void
  /** The person who is chosen, shown where the filter is on. */
  person?: PersonShown | undefined
}

/** A choice whose values are checked where it is made. */
export const choiceOf = <Value extends string>(
  choice: Omit<Choice, 'value' | 'options' | 'choose'> & {
    value: Value | undefined
    options: readonly { value: Value; label: string }[]
    choose: (value: Value | undefined) => void
  },
): Choice => ({ ...choice, choose: (value) => choice.choose(choice.options.find((option) => option.value === value)?.value) })

/** The search and the choices of a list whose state is in its address: each reads and changes the parameter of its name. */
export function filtersOf<Search extends object>(search: Search, change: (to: Partial<Search>) => void) {
  type Options<Name extends keyof Search> = Pick<Choice, 'label' | 'all'> & {
    options: readonly { value: Search[Name] & string; label: string }[]
    /** The value that an address without one stands for. */
    usual?: Search[Name] & string
  }
  return {
    text: (label: string, hint: string): SearchProps => ({
      label,
      hint,
      value: (search as { search?: string }).search,
      onSearch: (text) => change({ search: text } as object),
    }),
    choice: <Name extends keyof Search>(name: Name, { usual, ...choice }: Options<Name>): Choice =>
      choiceOf({
        ...choice,
        value: (search[name] ?? usual) as (Search[Name] & string) | undefined,
        choose: (value) => change({ [name]: value } as Partial<Search>),
      }),
  }
}

/** A filter that is on; `person` is the one that it names. */
export type ActiveFilter = { label: string; name: string; person?: PersonShown | undefined; clear: () => void }

type Props = {
  search?: SearchProps
  /** Stays in view beside the search. */
  lead?: ReactNode
  /** The first stays in view where the list is narrow. */
  choices: readonly Choice[]
  /** Shown where the list has no room for a table with heads that sort. */
  sort?: Choice
  /** Further controls. */
  children?: ReactNode
  /** Further filters that are on, such as those that links set. */
  active?: readonly (ActiveFilter | false | undefined)[]
  /** Removes all filters; for lists whose filters can be off. */
  clear?: () => void
  /** Menus of the whole list, at the end of the line. */
  tools?: ReactNode
}

/**
 * The filters of a list in one line, those that are on below it, each with a button that removes it. Where it is narrow, all but the search and the
 * first filter are folded behind a button with the number of those that are on.
 */
export function Filters({ search, lead, choices, sort, children, active = [], clear, tools }: Props) {
  const id = useId()
  const bar = useRef<HTMLFieldSetElement>(null)
  const [open, setOpen] = useState(false)
  const [first, ...others] = choices
  const on = [...choices.flatMap(activeIn), ...active.filter((one) => typeof one === 'object')]
  const folds = others.length > 0 || sort !== undefined || children !== undefined
  return (
    <fieldset ref={bar} aria-label={t('common.filters')} tabIndex={-1} className="spaced bare sized no-ring not-printed">
      <div className={`${css.line} row center`}>
        {search && <SearchFilter {...search} />}
        {lead}
        {first && <Choosing choice={first} />}
        {folds && (
          <div className={`${css.fold} row`}>
            <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
              {on.length > 0 ? t('common.filtersOn', { count: on.length }) : t('common.filters')}
            </Button>
          </div>
        )}
        <div id={id} className={`${css.folded} contents`} data-open={open || undefined}>
          {others.map((choice) => (
            <Choosing key={choice.label} choice={choice} />
          ))}
          {children}
          {sort && <Choosing choice={sort} className={css.sort} />}
        </div>
        {tools && <div className={`${css.tools} row push`}>{tools}</div>}
      </div>
      {on.length > 0 && (
        <div className={`${css.on} below`}>
          <ul className="list row center shrinks">
            {on.map((one) => (
              <li key={one.label} className="shrinks">
                <Chip
                  {...one}
                  clear={() => {
                    // The chip goes, and the focus with it.
                    bar.current?.focus()
                    one.clear()
                  }}
                />
              </li>
            ))}
          </ul>
          <Button
            look="quiet"
            onClick={() => {
              bar.current?.focus()
              clear?.()
            }}
          >
            {t('common.clearAll')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function Choosing({ choice: { label, all, value, options, choose }, className = '' }: { choice: Choice; className?: string | undefined }) {
  return (
    <div className={`${css.choice} ${className}`} data-on={(all !== undefined && value !== undefined) || undefined}>
      <Select
        quiet
        label={label}
        title={label}
        value={value ?? ''}
        options={all === undefined ? options : [{ value: '', label: all }, ...options]}
        onChange={({ target }) => choose(target.value || undefined)}
      />
    </div>
  )
}

function Chip({ label, name, person, clear }: ActiveFilter) {
  const text = t('common.filter', { label, name })
  return (
    <button
      type="button"
      className={`${css.chip} line gap-6 tints`}
      aria-label={t('common.removeFilter', { filter: text })}
      title={text}
      onClick={clear}
    >
      {person && <Avatar name={person.name} picture={person.avatar} size={20} />}
      <span className="ellipsis" dir="auto">
        {text}
      </span>
      <IconX size={14} />
    </button>
  )
}

function activeIn({ label, all, value, options, choose, person }: Choice): ActiveFilter[] {
  if (all === undefined || value === undefined) return []
  const name = options.find((option) => option.value === value)?.label ?? value
  return [{ label, name, person, clear: () => choose(undefined) }]
}
