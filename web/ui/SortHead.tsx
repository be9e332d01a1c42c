import IconArrowDown from '#web/ui/icons/IconArrowDown.tsx'
import IconArrowUp from '#web/ui/icons/IconArrowUp.tsx'
import css from '#web/ui/SortHead.module.css'

type Props<Sort extends string> = {
  label: string
  /** The order of each direction; a column may have only one. */
  ascending?: Sort
  descending?: Sort
  sort: Sort
  onSort: (sort: Sort) => void
  /** Aligns the head to the right, above numbers. */
  end?: boolean
}

/** A column head that sorts the list; a second click reverses the order where possible. */
export function SortHead<Sort extends string>({ label, ascending, descending, sort, onSort, end = false }: Props<Sort>) {
  const now = sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined
  const next = now === 'ascending' ? (descending ?? ascending) : (ascending ?? descending)
  const Arrow = now === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" aria-sort={now} className={end ? 'number' : undefined}>
      <button type="button" className={`${css.head} ${now ? 'ink' : 'muted inks'}`} data-now={now} onClick={() => next && onSort(next)}>
        {label}
        <Arrow size={13} stroke={2.2} aria-hidden className={css.arrow} />
      </button>
    </th>
  )
}
