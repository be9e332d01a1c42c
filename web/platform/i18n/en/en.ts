import { account } from '#web/platform/i18n/en/account.ts'
import { approval } from '#web/platform/i18n/en/approval.ts'
import { chats } from '#web/platform/i18n/en/chats.ts'
import { common } from '#web/platform/i18n/en/common.ts'
import { dashboard } from '#web/platform/i18n/en/dashboard.ts'
import { errorPages } from '#web/platform/i18n/en/errors.ts'
import { layout, signOut, titles } from '#web/platform/i18n/en/layout.ts'
import { notifications } from '#web/platform/i18n/en/notifications.ts'
import { orders } from '#web/platform/i18n/en/orders.ts'
import { productDetails } from '#web/platform/i18n/en/product-details.ts'
import { products, uploads } from '#web/platform/i18n/en/products.ts'
import { sales } from '#web/platform/i18n/en/sales.ts'
import { signIn } from '#web/platform/i18n/en/sign-in.ts'
import { users } from '#web/platform/i18n/en/users.ts'

/** The English catalogue: one file per noun, `t('orders.lead')`. */
export const en = {
  common,
  errorPages,
  signIn,
  signOut,
  layout,
  titles,
  chats,
  notifications,
  uploads,
  users,
  account,
  dashboard,
  orders,
  sales,
  productDetails,
  products,
  approval,
}
