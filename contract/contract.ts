import { history } from '#contract/history.ts'
import { notifications } from '#contract/notifications.ts'
import { products } from '#contract/products.ts'
import { settings } from '#contract/settings.ts'
import { users } from '#contract/users.ts'

/** Every call the browser can make; the server implements it, the browser is typed by it. */
export const contract = { products, users, notifications, history, settings }
