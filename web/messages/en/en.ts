import { approval } from '#web/messages/en/approval.ts'
import { common } from '#web/messages/en/common.ts'
import { products } from '#web/messages/en/products.ts'

/** The English of the interface: one file per noun, `t('products.title')`. */
export const en = { common, products, approval }
