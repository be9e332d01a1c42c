import { openBulkRunner } from '#server/bulk-decisions/run-bulk-decisions.ts'
import { openBuyerSweep } from '#server/buyers/keep-buyers.ts'
import { openChatMails } from '#server/chats/mail-unread.ts'
import { tellOfMessages } from '#server/chats/tell-of-messages.ts'
import { startSweep } from '#server/files/sweep.ts'
import { openImporter } from '#server/imports/importer.ts'
import { openMessenger } from '#server/notifications/deliver-messages.ts'
import { isNoticed } from '#server/notifications/notices.ts'
import { notifyPeople } from '#server/notifications/notify-people.ts'
import { openDigests } from '#server/notifications/send-digests.ts'
import type { App } from '#server/platform/app.ts'
import type { Config } from '#server/platform/config.ts'
import type { Consumer } from '#server/platform/events/consumers.ts'
import type { Log } from '#server/platform/events/log.ts'
import { openPostman } from '#server/platform/mail/postman.ts'
import type { ShopConfig } from '#server/products/list/shop-product.ts'
import { followShop, touchesShop } from '#server/public/follow-shop.ts'
import { beginSales, followSales, touchesSales } from '#server/sales/follow-sales.ts'
import { openTopMemory } from '#server/sales/remember-tops.ts'
import { linkedMails } from '#server/sign-in/linked-mails.ts'
import { openCourier } from '#server/webhooks/courier.ts'
import { makeDeliveries } from '#server/webhooks/make-deliveries.ts'

export type ConsumersConfig = Pick<Config, 'supportEmail'> & ShopConfig

/** The consumers of events: everything that follows from an event after its commit (architecture, mechanism 5). */
export const allConsumers = (config: ConsumersConfig): readonly Consumer[] => [
  { name: 'notifications', consume: notifyPeople, concerns: isNoticed },
  { name: 'chat notices', consume: tellOfMessages(config.supportEmail), concerns: (kind) => kind === 'chat.message' },
  makeDeliveries(config),
  { name: 'shop', consume: followShop, concerns: touchesShop },
  { name: 'sales', consume: followSales, concerns: touchesSales, begin: beginSales },
]

/** What was opened, to be closed later. */
export type Opened = { close: () => Promise<void> | void }[]

/** Everything that works in the background on this node, beside the consumers. */
export function openWorkers(all: App, log: Log): Opened {
  const app = { ...all, ...all.background }
  return [
    { close: startSweep(app, log).stop },
    openBulkRunner(app, log),
    openImporter(app, log),
    openPostman(app, linkedMails, log),
    openMessenger(app, log),
    openDigests(app, log),
    openCourier(app, log),
    openBuyerSweep(app, log),
    openChatMails(app, log),
    openTopMemory(app, log),
  ]
}
