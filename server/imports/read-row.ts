import { hash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { foldCase } from '#domain/text.ts'
import type { Actor } from '#domain/user.ts'
import { type RowContent, readCells } from '#server/imports/read-cells.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import type { Header, KnownColumn } from '#server/imports/read-header.ts'
import { attempt, problemsIn, type RowProblem } from '#server/imports/row-problems.ts'
import { said } from '#server/platform/problem-texts.ts'
import { idFor } from '#server/products/create-product.ts'

/** Why a row is refused. */
export type Refused = { kind: 'refused'; problems: RowProblem[] }

/**
 * A row as read. `draftId` is set if it names no product: the same row always makes the same draft. The valid cells of a refused row are its
 * `content`, unless they leave open which product is meant.
 */
export type ReadRow = { row: number } & (({ kind: 'read'; draftId: string | null } & NamedContent) | (Refused & { content?: NamedContent }))

/** `repeatsSku`: an earlier row has this SKU, but for case. Only the products can tell whether both rows mean the same one. */
export type NamedContent = RowContent & { repeatsSku: boolean }

/** The keys that earlier rows named. */
export type Named = Pick<Set<string>, 'has' | 'add'>

/** What earlier rows of the file were about, as short hashes, since a file may have many rows. */
export type Earlier = { named: Named; nameless: Map<string, number> }

/** Turns a refusal into the outcome of a row; rethrows any other error. */
export const refusalOf = (error: unknown): Refused => ({ kind: 'refused', problems: problemsIn(error) })

/** Reads a row of the file with all its problems, and notes what it is about. Refuses a row that names the id or SKU of an earlier one. */
export function readRow(actor: Actor, header: Header<KnownColumn>, cells: CsvRow, earlier: Earlier, currency: string): ReadRow {
  const { row } = cells
  const problems: RowProblem[] = []
  try {
    const read = readCells(header, cells, currency, problems)
    const { id, given } = read
    // A refused row names nothing, so that a later one may be its correction.
    const noted = problems.length === 0 ? earlier : noting(earlier).earlier
    if (id !== null) attempt(problems, () => rejectRepeated(noted, 'id', id))
    const repeatsSku = attempt(problems, () => given.sku && noteSku(noted, given.sku))
    const content = { ...read, repeatsSku: repeatsSku === true }
    if (problems.length === 0)
      return { row, kind: 'read', ...content, draftId: isNameless(content) ? draftIdFor(actor, content, earlier) : null }
    const isKnown = !problems.some(({ field }) => field === 'id' || field === 'sku')
    return { row, kind: 'refused', problems, ...(isKnown && { content }) }
  } catch (error) {
    return { row, ...refusalOf(error) }
  }
}

const isNameless = ({ id, given }: RowContent) => id === null && !given.sku

const short = (text: string) => hash('sha1', text, 'base64')
const names = { id: 'id', sku: 'SKU', product: 'product' }

/** Notes what a row names. Throws `invalid-argument` if an earlier row named it. */
export function rejectRepeated({ named }: Earlier, kind: keyof typeof names, value: string): void {
  const key = keyOf(kind, value)
  if (named.has(key)) throw repeated(kind)
  named.add(key)
}

/** What a row names was named by an earlier one. */
export const repeated = (kind: keyof typeof names) =>
  new AppError('invalid-argument', { field: kind, ...said('named-before', { what: names[kind] }) })

/** Notes the SKU of a row. Returns whether an earlier row has it but for case; throws `invalid-argument` if one has it as it is written. */
function noteSku(earlier: Earlier, sku: string): boolean {
  rejectRepeated(earlier, 'sku', sku)
  const folded = keyOf('folded', foldCase(sku))
  const isRepeated = earlier.named.has(folded)
  earlier.named.add(folded)
  return isRepeated
}

const keyOf = (kind: keyof typeof names | 'freed' | 'folded' | 'taken', value: string) => short(`${kind}\n${value}`)

/** Notes the product of a row that was taken before, perhaps by another node. */
export const noteProduct = ({ named }: Earlier, id: string): void => void named.add(keyOf('product', id))

/** Notes that a product has another SKU from this row on. A dry run does not write that, so later rows read the old SKU. */
export const noteFreed = ({ named }: Earlier, id: string): void => void named.add(keyOf('freed', id))
export const hasFreed = ({ named }: Earlier, id: string): boolean => named.has(keyOf('freed', id))

/** Notes that a product has this SKU from an earlier batch on, in a dry run as well. */
export const noteTaken = ({ named }: Earlier, sku: string): void => void named.add(keyOf('taken', foldCase(sku)))
export const hasTaken = ({ named }: Earlier, sku: string): boolean => named.has(keyOf('taken', foldCase(sku)))

/** A layer of notes on top of the earlier ones; `keep` makes them count for later batches. */
export function noting({ named, nameless }: Earlier): { earlier: Earlier; keep: () => void } {
  const fresh = new Set<string>()
  const both: Named = { has: (key) => fresh.has(key) || named.has(key), add: (key) => fresh.add(key) }
  const keep = () => {
    for (const key of fresh) named.add(key)
  }
  return { earlier: { named: both, nameless }, keep }
}

/** The id of a draft whose former one was deleted: an id means one product forever, as do the paths of its pictures (product §3). */
export const nextDraftId = (actor: Actor, id: string): string => idFor(actor, `import again\n${id}`)

/**
 * An id derived from the content of the row, so that importing the same file again changes nothing. A row that appears twice in a file
 * makes two drafts.
 */
function draftIdFor(actor: Actor, { given }: RowContent, { nameless }: Earlier): string {
  const content = short(JSON.stringify(given))
  const times = nameless.get(content) ?? 0
  nameless.set(content, times + 1)
  return idFor(actor, `import\n${content}\n${times}`)
}
