import { account } from '#server/account/account.procedures.ts'
import { apiKeys } from '#server/api-keys/api-keys.procedures.ts'
import { backups } from '#server/backups/backups.procedures.ts'
import { bulkDecisions } from '#server/bulk-decisions/bulk-decisions.procedures.ts'
import { buyers } from '#server/buyers/buyers.procedures.ts'
import { chats } from '#server/chats/chats.procedures.ts'
import { editRequests } from '#server/edit-requests/edit-requests.procedures.ts'
import { health } from '#server/health/health.procedures.ts'
import { history } from '#server/history/history.procedures.ts'
import { imports } from '#server/imports/imports.procedures.ts'
import { invitations } from '#server/invitations/invitations.procedures.ts'
import { notifications } from '#server/notifications/notifications.procedures.ts'
import { orders } from '#server/orders/orders.procedures.ts'
import { os } from '#server/platform/http/os.ts'
import { products } from '#server/products/products.procedures.ts'
import { sales } from '#server/sales/sales.procedures.ts'
import { savedViews } from '#server/saved-views/saved-views.procedures.ts'
import { search } from '#server/search/search.procedures.ts'
import { settings } from '#server/settings/settings.procedures.ts'
import { transfers } from '#server/transfers/transfers.procedures.ts'
import { users } from '#server/users/users.procedures.ts'
import { webhooks } from '#server/webhooks/webhooks.procedures.ts'
import { widget } from '#server/widget/widget.procedures.ts'

/** Every call of the contract with its procedure. */
export const router = os.router({
  products,
  editRequests,
  orders: { ...orders, ...buyers },
  sales,
  bulkDecisions,
  imports,
  transfers,
  users,
  invitations,
  account,
  notifications,
  history,
  settings,
  apiKeys,
  backups,
  chats,
  search,
  savedViews,
  webhooks,
  widget,
  health,
})
