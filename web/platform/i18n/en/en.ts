import { account } from '#web/platform/i18n/en/account.ts'
import { apiKeys } from '#web/platform/i18n/en/api-keys.ts'
import { approval } from '#web/platform/i18n/en/approval.ts'
import { assign } from '#web/platform/i18n/en/assign.ts'
import { chats } from '#web/platform/i18n/en/chats.ts'
import { common } from '#web/platform/i18n/en/common.ts'
import { dashboard } from '#web/platform/i18n/en/dashboard.ts'
import { editRequests } from '#web/platform/i18n/en/edit-requests.ts'
import { fields, sorts } from '#web/platform/i18n/en/fields.ts'
import { history } from '#web/platform/i18n/en/history.ts'
import { imports } from '#web/platform/i18n/en/imports.ts'
import { errorPages, layout, signOut, titles } from '#web/platform/i18n/en/layout.ts'
import { notifications } from '#web/platform/i18n/en/notifications.ts'
import { orders } from '#web/platform/i18n/en/orders.ts'
import { palette } from '#web/platform/i18n/en/palette.ts'
import { catalogue, productDetails } from '#web/platform/i18n/en/product-details.ts'
import { products, uploads } from '#web/platform/i18n/en/products.ts'
import { sales } from '#web/platform/i18n/en/sales.ts'
import { savedViews } from '#web/platform/i18n/en/saved-views.ts'
import { backups, health, settings } from '#web/platform/i18n/en/settings.ts'
import { signIn } from '#web/platform/i18n/en/sign-in.ts'
import { transfers } from '#web/platform/i18n/en/transfers.ts'
import { users } from '#web/platform/i18n/en/users.ts'
import { webhooks } from '#web/platform/i18n/en/webhooks.ts'
import { widget } from '#web/platform/i18n/en/widget.ts'

/** The English catalogue: one file per noun, `t('orders.lead')`. */
export const en = {
  common,
  fields,
  sorts,
  errorPages,
  signIn,
  signOut,
  layout,
  palette,
  titles,
  savedViews,
  chats,
  notifications,
  uploads,
  users,
  account,
  dashboard,
  history,
  orders,
  sales,
  backups,
  catalogue,
  productDetails,
  products,
  imports,
  assign,
  approval,
  editRequests,
  settings,
  apiKeys,
  webhooks,
  widget,
  health,
  transfers,
} as const
