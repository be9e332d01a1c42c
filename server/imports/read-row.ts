import { hash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { type RowContent, readCells } from '#server/imports/read-cells.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import type { Header, KnownColumn } from '#server/imports/read-header.ts'
import { idFor } from '#server/products/create-product.ts'

/** Why a row cannot be taken; without a field the row as a whole is meant. */
export type Refused = { kind: 'refused'; field: string | null; message: string }

/** A row as it was read. `draftId` is given where it names no product: the same row always makes the same draft. */
export type ReadRow = { row: number } & (({ kind: 'read'; draftId: string | null } & RowContent) | Refused)

/** Whether an earlier row named something. */
export type Named = Pick<Set<string>, 'has' | 'add'>

/** What earlier rows of the file were about, as short hashes, since a file may have many. */
export type Seen = { named: Named; nameless: Map<string, number> }

/** A refusal as what became of a row; any other error goes on. */
export function refusalOf(error: unknown): Refused {
  if (!(error instanceof AppError)) throw error
  return { kind: 'refused', field: error.field ?? null, message: error.message }
}

/** Reads a row of the file and notes what it is about; a product that an earlier row named is refused. */
export function readRow(actor: Actor, header: Header<KnownColumn>, cells: CsvRow, seen: Seen, currency: string): ReadRow {
  const { row } = cells
  try {
    const content = readCells(header, cells, currency)
    const { id, given } = content
    if (id !== null) rejectRepeated(seen, 'id', id)
    if (given.sku) rejectRepeated(seen, 'sku', given.sku)
    return { row, kind: 'read', ...content, draftId: id === null && !given.sku ? draftIdFor(actor, content, seen) : null }
  } catch (error) {
    return { row, ...refusalOf(error) }
  }
}

const short = (text: string) => hash('sha1', text, 'base64')
const names = { id: 'id', sku: 'SKU', product: 'product' }

/** Notes that a row names something. Throws `invalid-argument` where an earlier one has named it. */
export function rejectRepeated({ named }: Seen, kind: keyof typeof names, value: string): void {
  const key = keyOf(kind, value)
  if (named.has(key)) {
    throw new AppError('invalid-argument', { field: kind, message: `An earlier row of this file has the same ${names[kind]}.` })
  }
  named.add(key)
}

const keyOf = (kind: keyof typeof names | 'freed', value: string) => short(`${kind}\n${value}`)

/** Notes the product of a row that was taken before, perhaps by another node. */
export const noteProduct = ({ named }: Seen, id: string): void => void named.add(keyOf('product', id))

/** Notes that a product has another SKU from this row on. A dry run writes nothing, so what it finds of this product later is old. */
export const noteFreed = ({ named }: Seen, id: string): void => void named.add(keyOf('freed', id))
export const hasFreed = ({ named }: Seen, id: string): boolean => named.has(keyOf('freed', id))

/** What is noted from here on, on top of what was seen before; it counts for the rows that follow once it is kept. */
export function noting({ named, nameless }: Seen): { seen: Seen; keep: () => void } {
  const fresh = new Set<string>()
  const both: Named = { has: (key) => fresh.has(key) || named.has(key), add: (key) => fresh.add(key) }
  const keep = () => {
    for (const key of fresh) named.add(key)
  }
  return { seen: { named: both, nameless }, keep }
}

/** The id for a row whose own belonged to a product that was deleted: an id means one product for ever, its pictures' paths with it (product §3). */
export const nextDraftId = (actor: Actor, id: string): string => idFor(actor, `import again\n${id}`)

/** So the same file brought again changes nothing; a row that stands twice in one file makes two drafts. */
function draftIdFor(actor: Actor, { given }: RowContent, { nameless }: Seen): string {
  const content = short(JSON.stringify(given))
  const times = nameless.get(content) ?? 0
  nameless.set(content, times + 1)
  return idFor(actor, `import\n${content}\n${times}`)
}
