import type { ImportNoun } from '#domain/product-import.ts'

/** Where files of each kind are brought, and where what they brought is seen. */
export const importPlaces = {
  products: { here: '/seller/products/import', list: '/seller/products' },
  orders: { here: '/admin/orders/import', list: '/admin/orders' },
} as const satisfies Record<ImportNoun, { here: string; list: string }>
