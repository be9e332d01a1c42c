import { t } from '#web/platform/i18n/messages.ts'
import IconArrowDown from '#web/ui/icons/IconArrowDown.tsx'
import IconArrowUp from '#web/ui/icons/IconArrowUp.tsx'
import css from '#web/ui/SortHead.module.css'

/** What a column shows, and the order of each direction; there may be only one, or none. */
type Column<Sort> = { label: string; ascending?: Sort; descending?: Sort }
export type SortProps<Sort extends string> = Column<Sort> & {
  /** Shown in the same cells, below the first. */
  below?: Column<Sort>
  sort: Sort
  onSort: (sort: Sort) => void
  /** The order to which the last click returns, where no head has it. */
  initial?: Sort | undefined
  /** Aligns the head to the right, above numbers. */
  end?: boolean
  /** Left out where its cells are. */
  roomy?: boolean | undefined
}

/** A column head that sorts the list; a second click reverses the order where possible, and the last one returns to the initial order. */
export function SortHead<Sort extends string>({ below, sort, onSort, initial, end = false, roomy = false, ...first }: SortProps<Sort>) {
  const columns = [first, ...(below ? [below] : [])]
  return (
    <th
      scope="col"
      // Names the order of the first column, after which the cells are named; the button of the second one describes its own.
      aria-sort={directionOf(first, sort)}
      className={end ? 'number' : roomy ? 'roomy' : undefined}
    >
      {columns.map((column) => (
        <span key={column.label} className={css.part}>
          <Sorter column={column} {...{ sort, onSort, initial }} isOneOf={below !== undefined} />{' '}
        </span>
      ))}
    </th>
  )
}

type SorterProps<Sort extends string> = { column: Column<Sort>; isOneOf: boolean } & Pick<SortProps<Sort>, 'sort' | 'onSort' | 'initial'>

function Sorter<Sort extends string>({ column, sort, onSort, initial, isOneOf }: SorterProps<Sort>) {
  const { label, ascending, descending } = column
  const now = directionOf(column, sort)
  const directions = [ascending, descending].filter((one) => one !== undefined)
  const after = directions[directions.indexOf(sort) + 1] ?? initial
  const next = (after !== sort && after) || directions[0]
  const Arrow = now === 'ascending' ? IconArrowUp : IconArrowDown
  if (!next) return label
  return (
    <button
      type="button"
      className={`${css.head} inline-line gap-4 ${now ? 'ink' : 'muted inks'}`}
      data-now={now}
      // Where a head has two columns, `aria-sort` is about the first.
      aria-description={isOneOf && now ? t(`common.sorted.${now}`) : undefined}
      onClick={() => onSort(next)}
    >
      {label}
      <Arrow size={13} stroke={2.2} aria-hidden className={css.arrow} />
    </button>
  )
}

function directionOf<Sort>({ ascending, descending }: Column<Sort>, sort: Sort): 'ascending' | 'descending' | undefined {
  return sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined
}
