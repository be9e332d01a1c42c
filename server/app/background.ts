import { openBackups } from '#server/backups/schedule.ts'
import { openBulkRunner } from '#server/bulk-decisions/run-bulk-decisions.ts'
import { openBuyerSweep } from '#server/buyers/retain-buyers.ts'
import { openChatMails } from '#server/chats/mail-unread.ts'
import { notifyOfMessages } from '#server/chats/notify-of-messages.ts'
import { startSweep } from '#server/files/sweep.ts'
import { openImporter } from '#server/imports/importer.ts'
import { openAnnouncementWorker } from '#server/notifications/announcement-worker.ts'
import { isNoticed } from '#server/notifications/notices.ts'
import { notifyPeople } from '#server/notifications/notify-people.ts'
import { openDigests } from '#server/notifications/send-digests.ts'
import type { App } from '#server/platform/app.ts'
import type { Config } from '#server/platform/config.ts'
import type { Consumer } from '#server/platform/events/consumers.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { openMailWorker } from '#server/platform/mail/mail-worker.ts'
import type { StorefrontConfig } from '#server/products/list/storefront-product.ts'
import { followStorefront, touchesStorefront } from '#server/public/follow-storefront.ts'
import { beginSales, followSales, touchesSales } from '#server/sales/follow-sales.ts'
import { openTopSellersWarmup } from '#server/sales/warm-top-sellers.ts'
import { linkedMails } from '#server/sign-in/linked-mails.ts'
import { openTransferRuns } from '#server/transfers/work-on-runs.ts'
import { makeDeliveries } from '#server/webhooks/make-deliveries.ts'
import { openWebhookWorker } from '#server/webhooks/webhook-worker.ts'

export type ConsumersConfig = Pick<Config, 'supportEmail'> & StorefrontConfig

/** The consumers of events: all work that follows from an event after its commit (architecture, mechanism 4). */
export const allConsumers = (config: ConsumersConfig): readonly Consumer[] => [
  { name: 'notifications', consume: notifyPeople, concerns: isNoticed },
  { name: 'chat notices', consume: notifyOfMessages(config.supportEmail), concerns: (kind) => kind === 'chat.message' },
  makeDeliveries(config),
  { name: 'shop', consume: followStorefront, concerns: touchesStorefront },
  { name: 'sales', consume: followSales, concerns: touchesSales, begin: beginSales },
]

/** What was opened and has to be closed. */
export type Opened = { close: () => Promise<void> | void }[]

/** Opens the background workers of this node, except the consumers. */
export function openWorkers(all: App, log: Log): Opened {
  const app = { ...all, ...all.background }
  return [
    startSweep(app, log),
    openBackups(app, log),
    openBulkRunner(app, log),
    openImporter(app, log),
    openTransferRuns(app, log),
    openMailWorker(app, linkedMails, log),
    openAnnouncementWorker(app, log),
    openDigests(app, log),
    openWebhookWorker(app, log),
    openBuyerSweep(app, log),
    openChatMails(app, log),
    openTopSellersWarmup(app, log),
  ]
}
