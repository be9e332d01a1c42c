import type { ImportNoun } from '#domain/product-import.ts'
import { orderHeader } from '#server/imports/order-kind.ts'
import { productHeader } from '#server/imports/product-index.ts'
import type { HeaderReader } from '#server/imports/read-header.ts'

/** The header of the files of each noun. */
export const headers: Record<ImportNoun, HeaderReader<string>> = { products: productHeader, orders: orderHeader }
