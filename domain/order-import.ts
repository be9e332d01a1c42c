/** The parts of the shipping address. */
export const addressColumns = ['recipient', 'line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const
/** Values of the whole order, in its first row; in its other rows they are equal or empty. */
export const orderImportColumns = [
  ...(['externalId', 'source', 'placedAt', 'paidAt', 'buyerName', 'buyerEmail'] as const),
  ...addressColumns,
  ...(['currency', 'shipping', 'tax', 'discount', 'total'] as const),
] as const

/** The columns by which an import finds the product of a line: by the first, or else by the second. */
export const namingColumns = ['product_id', 'sku'] as const
/** What a line says of its product. */
export const productColumns = [...namingColumns, 'title'] as const
/** Values of one line. The last are in every row: some spreadsheets leave out empty cells at its end. */
const lineImportColumns = [...productColumns, 'lineStatus', 'carrier', 'tracking', 'quantity', 'unitPrice'] as const

/** All columns of a file of orders, in their order. */
export const orderFileColumns = [...orderImportColumns, ...lineImportColumns] as const
export type OrderImportColumn = (typeof orderFileColumns)[number]
