/** Parses the search string as plain text: no quotes around numbers, no JSON in the address bar. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The opposite of `parseSearch`; empty and undefined values are omitted, so that an untouched list has a clean address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(filled.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

/** A text from the address, or undefined if it is missing or empty. */
export function textParam(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** All values of a type in the order in which they are offered; the compiler keeps them complete. */
export const choices = <T extends string>(all: Record<T, true>) => Object.keys(all) as T[]

/** One of these values from the address; undefined for any other. */
export const choiceParam =
  <const T extends string>(among: readonly T[]) =>
  (value: unknown): T | undefined =>
    among.find((one) => one === value)

/** A day such as 2026-01-31 from the address. */
export function dayParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text && /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** Loading more pages again at once would take longer than a search. */
const pagesMax = 40

/** How many pages of a list are shown, one below the other; undefined for the first alone. */
export function pagesParam(value: unknown): number | undefined {
  const pages = Number(value)
  return Number.isInteger(pages) && pages > 1 ? Math.min(pages, pagesMax) : undefined
}

/** No column is hidden. */
const noColumn = 'none'
/** A sign that addresses hold as it is. */
const between = '.'

/** The hidden columns of a table, in the order of its columns, or `none`; undefined if the address leaves it to what the person chose last. */
export const hideParam =
  (columns: readonly string[]) =>
  (value: unknown): string | undefined => {
    const named = textParam(value)?.split(between) ?? []
    return columns.filter((column) => named.includes(column)).join(between) || (value === noColumn ? noColumn : undefined)
  }

/** The hidden columns after a column was shown or hidden. */
export function toggleColumn(columns: readonly string[], hidden: string, column: string): string {
  return columns.filter((one) => hides(hidden, one) !== (one === column)).join(between) || noColumn
}

/** True if this column is among the hidden ones. */
export const hides = (hidden: string, column: string): boolean => hidden.split(between).includes(column)

type Params = Record<string, (value: unknown) => unknown>
/** The state of a page in its address, by the readers of its parameters. */
type SearchOf<P extends Params> = { [Name in keyof P]?: ReturnType<P[Name]> | undefined }

/** Reads all parameters of a page from its address. */
export const searchReader =
  <P extends Params>(params: P) =>
  (raw: Record<string, unknown>): SearchOf<P> =>
    Object.fromEntries(Object.entries(params).map(([name, read]) => [name, read(raw[name])])) as SearchOf<P>
