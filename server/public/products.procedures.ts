import { findOnSale, listOnSale } from '#server/public/list-on-sale.ts'
import { publicOs } from '#server/public/os.ts'
import { listChanges } from '#server/public/shop-changes.ts'

export const products = publicOs.products.router({
  list: publicOs.products.list.handler(({ context: { app }, input: { updated_since, ...page } }) =>
    updated_since === undefined ? listOnSale(app, page) : listChanges(app, { ...page, updated_since }),
  ),
  get: publicOs.products.get.handler(({ context: { app }, input }) => findOnSale(app, input.id)),
})
