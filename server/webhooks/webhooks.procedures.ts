import { asAdmin, done, forAdmins, os } from '#server/platform/http/os.ts'
import { createWebhook } from '#server/webhooks/create-webhook.ts'
import { deleteWebhook, editWebhook } from '#server/webhooks/edit-or-delete-webhook.ts'
import { findDelivery, listDeliveries } from '#server/webhooks/list-deliveries.ts'
import { findWebhook, listWebhooks } from '#server/webhooks/list-webhooks.ts'
import { replayDead, replayDelivery, sendTest } from '#server/webhooks/replay-and-test.ts'
import { revealSecret, rotateSecret } from '#server/webhooks/webhook-secret.ts'

export const webhooks = os.webhooks.router({
  list: os.webhooks.list.handler(forAdmins(listWebhooks)),
  get: os.webhooks.get.handler(forAdmins(({ db }, { id }) => findWebhook(db, id))),
  create: os.webhooks.create.handler(asAdmin(createWebhook)),
  edit: os.webhooks.edit.handler(asAdmin((app, actor, { id, change }) => editWebhook(app, actor, id, change))),
  delete: os.webhooks.delete.handler(asAdmin((app, actor, { id }) => done(deleteWebhook(app, actor, id)))),
  reveal: os.webhooks.reveal.handler(asAdmin((app, actor, { id }) => revealSecret(app, actor, id))),
  rotate: os.webhooks.rotate.handler(asAdmin((app, actor, { id }) => rotateSecret(app, actor, id))),
  test: os.webhooks.test.handler(asAdmin((app, actor, { id }) => sendTest(app, actor, id))),
  deliveries: os.webhooks.deliveries.handler(forAdmins(listDeliveries)),
  delivery: os.webhooks.delivery.handler(forAdmins((app, { id }) => findDelivery(app, id))),
  replay: os.webhooks.replay.handler(asAdmin((app, actor, { id }) => replayDelivery(app, actor, id))),
  replayDead: os.webhooks.replayDead.handler(asAdmin(replayDead)),
})
