import { actorOf, os } from '#server/platform/http/os.ts'
import { createWebhook } from '#server/webhooks/create-webhook.ts'
import { deleteWebhook, editWebhook } from '#server/webhooks/edit-or-delete-webhook.ts'
import { findDelivery, listDeliveries } from '#server/webhooks/list-deliveries.ts'
import { findWebhook, listWebhooks } from '#server/webhooks/list-webhooks.ts'
import { replayDead, replayDelivery, sendTest } from '#server/webhooks/replay-and-test.ts'
import { revealSecret, rotateSecret } from '#server/webhooks/webhook-secret.ts'

export const webhooks = os.webhooks.router({
  list: os.webhooks.list.handler(({ context }) => {
    actorOf(context, 'admin')
    return listWebhooks(context.app)
  }),
  get: os.webhooks.get.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return findWebhook(context.app.db, input.id)
  }),
  create: os.webhooks.create.handler(({ context, input }) => createWebhook(context.app, actorOf(context, 'admin'), input)),
  edit: os.webhooks.edit.handler(({ context, input }) => editWebhook(context.app, actorOf(context, 'admin'), input.id, input.change)),
  delete: os.webhooks.delete.handler(async ({ context, input }) => {
    await deleteWebhook(context.app, actorOf(context, 'admin'), input.id)
    return {}
  }),
  reveal: os.webhooks.reveal.handler(({ context, input }) => revealSecret(context.app, actorOf(context, 'admin'), input.id)),
  rotate: os.webhooks.rotate.handler(({ context, input }) => rotateSecret(context.app, actorOf(context, 'admin'), input.id)),
  test: os.webhooks.test.handler(({ context, input }) => sendTest(context.app, actorOf(context, 'admin'), input.id)),
  deliveries: os.webhooks.deliveries.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return listDeliveries(context.app, input)
  }),
  delivery: os.webhooks.delivery.handler(({ context, input }) => {
    actorOf(context, 'admin')
    return findDelivery(context.app, input.id)
  }),
  replay: os.webhooks.replay.handler(({ context, input }) => replayDelivery(context.app, actorOf(context, 'admin'), input.id)),
  replayDead: os.webhooks.replayDead.handler(({ context, input }) => replayDead(context.app, actorOf(context, 'admin'), input)),
})
