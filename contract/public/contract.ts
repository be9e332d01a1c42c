import { orders } from '#contract/public/orders.ts'
import { products } from '#contract/public/products.ts'
import { sellers } from '#contract/public/sellers.ts'

/** The public API under `/api/v1`, for storefronts and other programs (product §8); the browser does not use it. */
export const publicContract = { products, sellers, orders }
