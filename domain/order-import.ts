/** What is said once for an order, in the first of its rows; in the others it is the same, or empty. */
export const orderImportColumns = [
  ...(['externalId', 'source', 'placedAt', 'paidAt', 'buyerName', 'buyerEmail'] as const),
  ...(['line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const),
  ...(['currency', 'shipping', 'tax', 'discount', 'total'] as const),
] as const

/** What each row says of its line. */
export const lineImportColumns = ['product_id', 'title', 'quantity', 'unitPrice'] as const

export type OrderImportColumn = (typeof orderImportColumns)[number] | (typeof lineImportColumns)[number]
