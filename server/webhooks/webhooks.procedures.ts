import { actorOf, done, forAdmins, os } from '#server/platform/http/os.ts'
import { createWebhook } from '#server/webhooks/create-webhook.ts'
import { deleteWebhook, editWebhook } from '#server/webhooks/edit-or-delete-webhook.ts'
import { findDelivery, listDeliveries } from '#server/webhooks/list-deliveries.ts'
import { findWebhook, listWebhooks } from '#server/webhooks/list-webhooks.ts'
import { replayDead, replayDelivery, sendTest } from '#server/webhooks/replay-and-test.ts'
import { revealSecret, rotateSecret } from '#server/webhooks/webhook-secret.ts'

export const webhooks = os.webhooks.router({
  list: os.webhooks.list.handler(forAdmins(listWebhooks)),
  get: os.webhooks.get.handler(forAdmins(({ db }, { id }) => findWebhook(db, id))),
  create: os.webhooks.create.handler(({ context, input }) => createWebhook(context.app, actorOf(context, 'admin'), input)),
  edit: os.webhooks.edit.handler(({ context, input }) => editWebhook(context.app, actorOf(context, 'admin'), input.id, input.change)),
  delete: os.webhooks.delete.handler(({ context, input }) => done(deleteWebhook(context.app, actorOf(context, 'admin'), input.id))),
  reveal: os.webhooks.reveal.handler(({ context, input }) => revealSecret(context.app, actorOf(context, 'admin'), input.id)),
  rotate: os.webhooks.rotate.handler(({ context, input }) => rotateSecret(context.app, actorOf(context, 'admin'), input.id)),
  test: os.webhooks.test.handler(({ context, input }) => sendTest(context.app, actorOf(context, 'admin'), input.id)),
  deliveries: os.webhooks.deliveries.handler(forAdmins(listDeliveries)),
  delivery: os.webhooks.delivery.handler(forAdmins((app, { id }) => findDelivery(app, id))),
  replay: os.webhooks.replay.handler(({ context, input }) => replayDelivery(context.app, actorOf(context, 'admin'), input.id)),
  replayDead: os.webhooks.replayDead.handler(({ context, input }) => replayDead(context.app, actorOf(context, 'admin'), input)),
})
