/** What stands behind the `?`, as plain text: no quotes around numbers, no JSON in the address bar. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The opposite of `parseSearch`; what is empty or undefined is left out, so that an untouched list has a clean address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(filled.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

/** A text from the address, or undefined where it is missing or empty. */
export function textParam(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** One of a known set from the address; anything else counts as not given. The set is a record so that the compiler keeps it complete. */
export function choiceParam<T extends string>(value: unknown, choices: Record<T, true>): T | undefined {
  return typeof value === 'string' && Object.hasOwn(choices, value) ? (value as T) : undefined
}

/** The same set from a list. */
export const everyOf = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, true])) as Record<Value, true>

/** A day such as 2026-01-31 from the address. */
export function dayParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text && /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** More pages at once would take longer to load again than a search takes. */
const pagesMax = 40

/** How many pages of a list are shown, one under the other; the first alone counts as not given. */
export function pagesParam(value: unknown): number | undefined {
  const pages = Number(value)
  return Number.isInteger(pages) && pages > 1 ? Math.min(pages, pagesMax) : undefined
}
