import { account } from '#web/messages/en/account.ts'
import { approval } from '#web/messages/en/approval.ts'
import { chats } from '#web/messages/en/chats.ts'
import { common } from '#web/messages/en/common.ts'
import { dashboard } from '#web/messages/en/dashboard.ts'
import { errorPages } from '#web/messages/en/errors.ts'
import { frame } from '#web/messages/en/frame.ts'
import { notifications } from '#web/messages/en/notifications.ts'
import { orders } from '#web/messages/en/orders.ts'
import { productRecord } from '#web/messages/en/product-record.ts'
import { products } from '#web/messages/en/products.ts'
import { sales } from '#web/messages/en/sales.ts'
import { signIn } from '#web/messages/en/sign-in.ts'
import { signOut } from '#web/messages/en/sign-out.ts'
import { uploads } from '#web/messages/en/uploads.ts'
import { users } from '#web/messages/en/users.ts'

/** The English of the interface: one file per noun, `t('products.title')`. */
export const en = {
  common,
  errorPages,
  signIn,
  signOut,
  frame,
  chats,
  notifications,
  uploads,
  users,
  account,
  dashboard,
  orders,
  sales,
  productRecord,
  products,
  approval,
}
