import type { Attribute } from '#domain/product-fields.ts'

/**
 * Text that a spreadsheet takes for a formula, full-width signs of East Asian ones included; such text that is already escaped counts too.
 */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

/** Prevents a spreadsheet from evaluating the text: puts an apostrophe before what looks like a formula. */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Removes the apostrophe of `escapeFormula`; returns any other text unchanged. */
export const unescapeFormula = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)

/** Starts a CSV file: without it Excel reads UTF-8 as the code page of the machine. An import skips it. */
export const byteOrderMark = '\ufeff'

const needsQuotes = /[",;\t\r\n]|^ | $/

/** A cell: text of any author, or a number that Backstall computed, which may be negative. */
export type Cell = string | { number: string }

/** One line of a CSV file (RFC 4180); formulas in texts are escaped. */
export function csvLine(cells: readonly Cell[]): string {
  const texts = cells.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell.number))
  const quoted = texts.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}\r\n`
}

const escaped = (text: string, signs: RegExp) => text.replace(signs, '\\$&')
const unescaped = (text: string) => text.replace(/\\([\\|=])/g, '$1')

/** The texts of a cell that holds several, separated by `|`; `\|` and `\\` escape these characters. Empty texts are dropped. */
const splitList = (cell: string): string[] => (cell.match(/(?:\\.|[^|\\]|\\$)+/gs) ?? []).filter((part) => part.trim() !== '')

export const tagsText = (tags: readonly string[]): string => tags.map((tag) => escaped(tag, /[\\|]/g)).join('|')

export const readTags = (cell: string): string[] => splitList(cell).map(unescaped)

export const attributesText = (attributes: readonly Attribute[]): string =>
  attributes.map(({ key, value }) => `${escaped(key, /[\\|=]/g)}=${escaped(value, /[\\|]/g)}`).join('|')

/** The attributes of a cell such as `Size=10|Colour=red`; null if a part has no `=`. */
export function readAttributes(cell: string): Attribute[] | null {
  const attributes: Attribute[] = []
  for (const part of splitList(cell)) {
    const [whole, key] = /^((?:\\.|[^=\\])*)=/s.exec(part) ?? []
    if (whole === undefined || key === undefined) return null
    attributes.push({ key: unescaped(key), value: unescaped(part.slice(whole.length)) })
  }
  return attributes
}
