import { orders } from '#server/public/orders.procedures.ts'
import { publicOs } from '#server/public/os.ts'
import { products } from '#server/public/products.procedures.ts'
import { sellers } from '#server/public/sellers.procedures.ts'

/** Every call of the public API with what answers it. */
export const publicRouter = publicOs.router({ products, sellers, orders })
