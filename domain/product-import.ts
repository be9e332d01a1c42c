import { z } from 'zod'
import { Id, Moment } from '#domain/text.ts'
import type { Role } from '#domain/user.ts'

/** `checking` reads the whole file and writes nothing (the dry run); `checked` waits for a go-ahead. */
export const importStatuses = ['checking', 'checked', 'running', 'done', 'cancelled', 'failed'] as const
export const ImportStatus = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof ImportStatus>

/** What a file brings: sellers their products, admins orders. */
export const importNouns = ['products', 'orders'] as const
export type ImportNoun = (typeof importNouns)[number]

export const roleOf: Record<ImportNoun, Role> = { products: 'seller', orders: 'admin' }
export const nounOf: Record<Role, ImportNoun> = { seller: 'products', admin: 'orders' }

/** The columns of the CSV files that sellers bring and take; the names of the fields. Prices in major units. */
export const importColumns = ['sku', 'title', 'description', 'price', 'stock', 'category', 'tags', 'attributes'] as const
export type ImportColumn = (typeof importColumns)[number]

/** What an export tells besides. By the `id` an import finds the product again; the others it leaves alone. */
export const exportColumns = [...importColumns, 'id', 'status', 'rejectionReason', 'created_at'] as const

/** What the report of refused rows tells of each, before its cells. */
export const reportColumns = ['row', 'error field', 'error'] as const

/** One file on its way in, and what became of its rows. Of orders, `created` counts the rows that are orders now, `unchanged` those that were here already. */
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
  /** Of the updated ones, those on sale with changes that wait for review (product §3). */
  waiting: z.int(),
  failed: z.int(),
  /** The first refused rows, counted as spreadsheets do (the header is row 1); all are in the report file. Row 0 is the file as a whole. */
  problems: z.array(z.object({ row: z.int(), field: z.string().nullable(), message: z.string() })),
  /** Columns of the file that mean nothing here. */
  ignored: z.array(z.string()),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
})
export type ProductImport = z.infer<typeof ProductImport>
