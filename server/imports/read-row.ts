import type { Actor } from '#domain/user.ts'
import {
  callingColumns,
  type Earlier,
  identifying,
  isNameless,
  type KnownColumn,
  noteSku,
  noting,
  rejectRepeated,
  short,
} from '#server/imports/product-index.ts'
import { type RowContent, readCells } from '#server/imports/read-cells.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import type { Header } from '#server/imports/read-header.ts'
import { attempt, problemsIn, type RowProblem } from '#server/imports/row-problems.ts'
import { namesIn } from '#server/imports/texts-in.ts'
import { idFor } from '#server/products/create-product.ts'

/** Why a row is refused. */
export type Refused = { kind: 'refused'; problems: RowProblem[] }

/**
 * A row as read. `draftId` is set if it names no product: the same row always makes the same draft. The valid cells of a refused row are its
 * `content`, unless they leave open which product is meant. `about` is what the row calls its product.
 */
export type ReadRow = { row: number; about: readonly string[] } & (
  | ({ kind: 'read'; draftId: string | null } & NamedContent)
  | (Refused & { content?: NamedContent })
)

/** `repeatsSku`: an earlier row has this SKU, but for case. Only the products can tell whether both rows mean the same one. */
export type NamedContent = RowContent & { repeatsSku: boolean }

/** Turns a refusal into the outcome of a row; rethrows any other error. */
export const refusalOf = (error: unknown): Refused => ({ kind: 'refused', problems: problemsIn(error) })

/** Reads a row of the file with all its problems, and notes what it is about. Refuses a row that names the id or SKU of an earlier one. */
export function readRow(actor: Actor, header: Header<KnownColumn>, cells: CsvRow, earlier: Earlier, currency: string): ReadRow {
  const named = { row: cells.row, about: namesIn(header, cells, callingColumns) }
  const problems: RowProblem[] = []
  try {
    const read = readCells(header, cells, currency, problems)
    const { id, given } = read
    // A refused row names nothing, so that a later one may be its correction.
    const noted = problems.length === 0 ? earlier : noting(earlier).earlier
    if (id !== null) attempt(problems, () => rejectRepeated(noted, 'id', id))
    const content = { ...read, repeatsSku: attempt(problems, () => noteSku(noted, given)) ?? false }
    if (problems.length === 0)
      return { ...named, kind: 'read', ...content, draftId: isNameless(content) ? draftIdFor(actor, content, earlier) : null }
    const isKnown = !problems.some(({ field }) => identifying.includes(field))
    return { ...named, kind: 'refused', problems, ...(isKnown && { content }) }
  } catch (error) {
    return { ...named, ...refusalOf(error) }
  }
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
