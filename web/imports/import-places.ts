import type { ImportNoun } from '#domain/product-import.ts'

/** The pages where files of each kind are uploaded, and where the imported rows are listed. */
export const importPlaces = {
  products: { here: '/seller/products/import', list: '/seller/products' },
  orders: { here: '/admin/orders/import', list: '/admin/orders' },
} as const satisfies Record<ImportNoun, { here: string; list: string }>
