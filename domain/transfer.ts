import { z } from 'zod'
import { Moment } from '#domain/text.ts'

/**
 * The collections of an export, named as its files, in the order in which they are imported: what others refer to comes first. A file
 * `<collection>.jsonl` has a record a line, its key as `id`; `<collection>.json` an array, or an object keyed by id. Messages may also be
 * inside their chat, under `messages`.
 */
export const collections = ['users', 'products', 'editRequests', 'notifications', 'chats', 'messages', 'history_logs', 'orders'] as const
export type Collection = (typeof collections)[number]

/**
 * What else an export has: accounts of the former identity service, the parameters of their hashes, and stored files by their paths; in one of a
 * Backstall also the list of these.
 */
export const furtherFiles = { accounts: 'auth.json', hashes: 'hash-config.json', files: 'files', fileList: 'files.jsonl' } as const

/** What a finding is about: a collection, a stored file, or an account. */
export const transferParts = [...collections, 'auth', 'files'] as const
export type TransferPart = (typeof transferParts)[number]

/**
 * What became of the record of a finding: it was not imported; it stays as it is here, as it was changed here; it was imported, and something
 * about it should be known.
 */
export const findingOutcomes = ['rejected', 'kept', 'noted'] as const

/** One line of the report of an import. `line`: the line in a `.jsonl` file, the place of the record (from 1) in a `.json` file. */
export const Finding = z.object({
  collection: z.enum(transferParts),
  line: z.int().nullable(),
  id: z.string().nullable(),
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  outcome: z.enum(findingOutcomes),
})
export type Finding = z.infer<typeof Finding>

/** How many records (or files) of one part were read so far, and what became of them. */
export const TransferCounts = z.object({
  read: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  kept: z.int(),
  rejected: z.int(),
})
export type TransferCounts = z.infer<typeof TransferCounts>

/** The state of an import or export: the counts of each part it has come to. */
export const TransferProgress = z.object({
  counts: z.partialRecord(z.enum(transferParts), TransferCounts),
  /** The part that is being worked on; null at the end. */
  at: z.enum(transferParts).nullable(),
  /** The first findings about rejected records, some of each part; kept by runs alone. */
  rejected: z.array(Finding).optional(),
})
export type TransferProgress = z.infer<typeof TransferProgress>

/** How an import reads the folder. */
export const ImportOptions = z.object({
  /** Makes all checks and writes nothing. */
  dryRun: z.boolean(),
  /** Prices and amounts are in major units ("12.50"), not in integer minor units. */
  majorUnits: z.boolean(),
})
export type ImportOptions = z.infer<typeof ImportOptions>

/** A person who was an admin in the former product, and is a seller here until an admin makes them one. */
export const WaitingAdmin = z.object({ id: z.string(), name: z.string(), email: z.string(), createdAt: Moment })
export type WaitingAdmin = z.infer<typeof WaitingAdmin>
/** How many of them are listed at a time. */
export const waitingAdminsMax = 200
