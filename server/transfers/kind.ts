import type { PgTable } from 'drizzle-orm/pg-core'
import type { Collection, TransferPart } from '#domain/transfer.ts'
import type { Problem, ProblemText } from '#server/transfers/problem.ts'
import type { RecordOf } from '#server/transfers/shapes.ts'
import type { Referred, Transfer } from '#server/transfers/transfer.ts'

/** A record of an export on its way into the database. */
export type Item<Of extends Collection = Collection, More = unknown> = {
  line: number | null
  id: string
  /** The record as it was read, and what of it is stored as it was. */
  raw: Record<string, unknown>
  record: RecordOf<Of>
  /** What belongs to it besides, such as the account of a person. Part of its fingerprint, as far as it is `compared`. */
  more: More
  /** Its id here, once it is known to be another. */
  here: string | null
  /** False if an earlier import wrote it. */
  isNew: boolean
  asksAdmin: boolean
  /** The seller of a product, for what refers to it. */
  owner: string | null
  /** Why it cannot be imported, and what should be known of it if it is. */
  refusals: Problem[]
  notes: Problem[]
  /** What is wrong with each record inside it that cannot be imported. */
  broken: Problem[][]
  /** The id here of what it refers to, by collection and id; and the seller of a product. */
  idOf: (collection: Referred, id: string | null | undefined) => string | null
  ownerOf: (product: string | null | undefined) => string | null
}

/** A reference to a record of another collection; none if it has no id. */
export type Reference = {
  field: string
  collection: Referred
  id: string | null | undefined
  /** The record is imported even if there is none. */
  isOptional?: 'noted' | 'silent' | undefined
}
/** A value that only one record may have: what it is, and the text by which equal ones are equal. */
type Unique = {
  field: string
  code: ProblemText
  key: string
}

/** How one collection is imported. */
export type Kind<Of extends Collection, More = undefined> = {
  collection: Of
  /** Where its records stand, for the report; by default in its collection. */
  part?: TransferPart
  table: PgTable
  /** The columns of its row which show whether it was changed here; null if nothing changes its records. */
  state: readonly string[] | null
  /** What of `more` shows whether the record is another than before, if not all of it. */
  compared?: (more: More) => unknown
  /** How many records of another collection it holds, and how many of these are not counted as read yet. */
  inner?: (item: Item<Of, More>) => { all: number; unread: number }
  /** How much each of these records weighs, so that a batch stays below `limits.transfer.weightMax`: for records that hold very many others. */
  weights?: (transfer: Transfer, values: Record<string, unknown>[]) => Promise<number[]>
  /** Reads what belongs to these records, before anything is decided about them. */
  gather?: (transfer: Transfer, items: Item<Of, More>[]) => Promise<void>
  references?: (item: Item<Of, More>) => Reference[]
  uniques?: (item: Item<Of, More>) => Unique[]
  /** SQL that joins each `given (id, code, key)` with the rows other than `id` that have its key: one for each kind of keys. */
  taken?: readonly string[]
  /** Writes new and changed records; part of the transaction of their batch. */
  write: (transfer: Transfer, items: Item<Of, More>[]) => Promise<void>
  /** What follows at the end of a batch; for locks that must not be held long. */
  settle?: (transfer: Transfer, items: Item<Of, More>[]) => Promise<void>
}
