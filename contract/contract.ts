import { account } from '#contract/account.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { backups } from '#contract/backups.ts'
import { bulkDecisions } from '#contract/bulk-decisions.ts'
import { chats } from '#contract/chats.ts'
import { editRequests } from '#contract/edit-requests.ts'
import { health } from '#contract/health.ts'
import { history } from '#contract/history.ts'
import { imports } from '#contract/imports.ts'
import { invitations } from '#contract/invitations.ts'
import { notifications } from '#contract/notifications.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { sales } from '#contract/sales.ts'
import { savedViews } from '#contract/saved-views.ts'
import { search } from '#contract/search.ts'
import { settings } from '#contract/settings.ts'
import { transfers } from '#contract/transfers.ts'
import { users } from '#contract/users.ts'
import { webhooks } from '#contract/webhooks.ts'
import { widget } from '#contract/widget.ts'

/** All calls of the browser; the server implements this contract, the browser takes its types from it. */
export const contract = {
  products,
  editRequests,
  orders,
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
}
