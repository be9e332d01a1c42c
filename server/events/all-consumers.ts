import { tellOfMessages } from '#server/chats/tell-of-messages.ts'
import type { Config } from '#server/config.ts'
import type { Consumer } from '#server/events/consumers.ts'
import { notifyPeople } from '#server/notifications/notify-people.ts'
import { followShop } from '#server/public/follow-shop.ts'
import { beginSales, followSales } from '#server/sales/follow-sales.ts'
import { makeDeliveries } from '#server/webhooks/make-deliveries.ts'

/** Everything that follows from events on its own (architecture, mechanism 4). */
export const allConsumers = ({ supportEmail }: Pick<Config, 'supportEmail'>): readonly Consumer[] => [
  { name: 'notifications', consume: notifyPeople },
  { name: 'chat notices', consume: tellOfMessages(supportEmail) },
  { name: 'webhooks', consume: makeDeliveries },
  { name: 'shop', consume: followShop },
  { name: 'sales', consume: followSales, begin: beginSales },
]
