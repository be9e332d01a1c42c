import type { Consumer } from '#server/events/consumers.ts'
import { notifyPeople } from '#server/notifications/notify-people.ts'
import { makeDeliveries } from '#server/webhooks/make-deliveries.ts'

/** Everything that follows from events on its own (architecture, mechanism 4). */
export const allConsumers: readonly Consumer[] = [
  { name: 'notifications', consume: notifyPeople },
  { name: 'webhooks', consume: makeDeliveries },
]
