import { tellOfMessages } from '#server/chats/tell-of-messages.ts'
import { isNoticed } from '#server/notifications/notices.ts'
import { notifyPeople } from '#server/notifications/notify-people.ts'
import type { Config } from '#server/platform/config.ts'
import type { Consumer } from '#server/platform/events/consumers.ts'
import type { ShopConfig } from '#server/products/list/shop-product.ts'
import { followShop, touchesShop } from '#server/public/follow-shop.ts'
import { beginSales, followSales, touchesSales } from '#server/sales/follow-sales.ts'
import { makeDeliveries } from '#server/webhooks/make-deliveries.ts'

export type ConsumersConfig = Pick<Config, 'supportEmail'> & ShopConfig

/** Everything that follows from events on its own (architecture, mechanism 4). */
export const allConsumers = (config: ConsumersConfig): readonly Consumer[] => [
  { name: 'notifications', consume: notifyPeople, concerns: isNoticed },
  { name: 'chat notices', consume: tellOfMessages(config.supportEmail), concerns: (kind) => kind === 'chat.message' },
  makeDeliveries(config),
  { name: 'shop', consume: followShop, concerns: touchesShop },
  { name: 'sales', consume: followSales, concerns: touchesSales, begin: beginSales },
]
