/** What a spreadsheet takes for the beginning of a formula, with the full-width signs of East Asian ones; and such text already guarded. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

/** Text that no spreadsheet calculates: an apostrophe before what looks like a formula. */
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Takes the apostrophe away again; any other text is as it was. */
export const unguarded = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)

/** Begins a CSV file: without it Excel takes UTF-8 for the code page of the machine. An import passes over it. */
export const byteOrderMark = '\ufeff'

const needsQuotes = /[",;\t\r\n]|^ | $/

/** What stands in a cell: text of whoever wrote it, or a number of our own making, which may be below zero. */
export type Cell = string | { number: string }

/** One line of a CSV file (RFC 4180), every text guarded against being read as a formula. */
export function csvLine(cells: readonly Cell[]): string {
  const texts = cells.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell.number))
  const quoted = texts.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}\r\n`
}

const escaped = (text: string, signs: RegExp) => text.replace(signs, '\\$&')
const unescaped = (text: string) => text.replace(/\\([\\|=])/g, '$1')

/** The texts of a cell that holds several, separated by `|`; `\|` and `\\` stand for the signs themselves. Empty ones are left out. */
const splitList = (cell: string): string[] => (cell.match(/(?:\\.|[^|\\]|\\$)+/gs) ?? []).filter((part) => part.trim() !== '')

export const tagsText = (tags: readonly string[]): string => tags.map((tag) => escaped(tag, /[\\|]/g)).join('|')

export const readTags = (cell: string): string[] => splitList(cell).map(unescaped)

type Attribute = { key: string; value: string }

export const attributesText = (attributes: readonly Attribute[]): string =>
  attributes.map(({ key, value }) => `${escaped(key, /[\\|=]/g)}=${escaped(value, /[\\|]/g)}`).join('|')

/** The attributes of a cell such as `Size=10|Colour=red`; null where a part has no `=`. */
export function readAttributes(cell: string): Attribute[] | null {
  const attributes: Attribute[] = []
  for (const part of splitList(cell)) {
    const [whole, key] = /^((?:\\.|[^=\\])*)=/s.exec(part) ?? []
    if (whole === undefined || key === undefined) return null
    attributes.push({ key: unescaped(key), value: unescaped(part.slice(whole.length)) })
  }
  return attributes
}
