import { z } from 'zod'
import { contentFields, type ImportColumn, inPlaces } from '#domain/product-fields.ts'
import { Id, Moment } from '#domain/text.ts'
import type { Role } from '#domain/user.ts'

/** `checking` reads the whole file and writes nothing (the dry run); `checked` waits for confirmation. */
export const importStatuses = ['checking', 'checked', 'running', 'done', 'cancelled', 'failed'] as const
export const ImportStatus = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof ImportStatus>

/** What a file contains: products of a seller, or orders from an admin. */
export const importNouns = ['products', 'orders'] as const
export type ImportNoun = (typeof importNouns)[number]

export const roleOf: Record<ImportNoun, Role> = { products: 'seller', orders: 'admin' }
export const nounOf: Record<Role, ImportNoun> = { seller: 'products', admin: 'orders' }

/** The columns of the CSV files that sellers import and export, named as the fields. Prices in major units. */
export const importColumns: readonly ImportColumn[] = inPlaces('csv')

/** Further columns of an export, after those of the fields. An import finds the product by its `id` and ignores the others. */
export const furtherColumns = ['id', 'status', 'rejectionReason', 'created_at'] as const

/** The columns that the report of refused rows puts before the cells of each row. */
export const reportColumns = ['row', 'error field', 'error'] as const

/**
 * One imported file and the outcome of its rows. For orders, `created` counts rows that became orders, `unchanged` rows that existed
 * before.
 */
export const ProductImport = z.object({
  id: Id,
  noun: z.enum(importNouns),
  name: z.string(),
  status: ImportStatus,
  rows: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Updated products on sale with changes that wait for review (product §3). */
  waiting: z.int(),
  failed: z.int(),
  /**
   * All problems of the first refused rows, counted as in spreadsheets (the header is row 1); the report file has all. Row 0 is the whole file.
   * `about` is what the row calls its product, by title and SKU, or its order line, by external ID and title; former versions stored none.
   */
  problems: z.array(
    z.object({ row: z.int(), field: z.string().nullable(), message: z.string(), about: z.array(z.string()).readonly().optional() }),
  ),
  /** Columns of the file without a meaning here. */
  ignored: z.array(z.string()),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
})
export type ProductImport = z.infer<typeof ProductImport>

/** What a row would do, by its dry run: make a draft, with its values in `after`, or change a product. `waiting`: the fields that go to review. */
export const ImportChange = z.object({
  row: z.int(),
  kind: z.enum(['created', 'updated']),
  title: z.string(),
  fields: z.array(z.enum(contentFields)),
  waiting: z.array(z.enum(contentFields)),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()),
})
export type ImportChange = z.infer<typeof ImportChange>

/**
 * An import with what the first rows of products would do, and the categories of all rows that the list in the settings lacks; a node of the
 * former version does not send these.
 */
export const OpenedImport = ProductImport.extend({ changes: z.array(ImportChange), newCategories: z.array(z.string()).optional() })
export type OpenedImport = z.infer<typeof OpenedImport>
