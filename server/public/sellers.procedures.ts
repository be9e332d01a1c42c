import { findSeller, listSellers } from '#server/public/list-sellers.ts'
import { publicOs } from '#server/public/os.ts'

export const sellers = publicOs.sellers.router({
  list: publicOs.sellers.list.handler(({ context: { app }, input }) => listSellers(app, input)),
  get: publicOs.sellers.get.handler(({ context: { app }, input }) => findSeller(app, input.id)),
})
