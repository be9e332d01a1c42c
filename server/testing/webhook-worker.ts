import { onTestFinished } from 'vitest'
import { addProduct } from '#server/testing/fixtures.ts'
import { openReceiver, type Received } from '#server/testing/receiver.ts'
import { quiet, type TestApp } from '#server/testing/test-app.ts'
import { webhookSteps } from '#server/testing/webhooks.ts'
import { openWebhookWorker } from '#server/webhooks/webhook-worker.ts'

/** How long a delivery may take on a busy machine. */
export const patience = { timeout: 50_000, interval: 10 }

export const idsIn = (received: Received[]) => received.map(({ headers }) => headers['webhook-id'])
export const productsIn = (received: Received[]) => received.map(({ body }) => JSON.parse(body).data.id)

/** Puts off what would be tried again after five seconds. */
const notSoon = `
  create or replace function not_soon() returns trigger language plpgsql as $$ begin
    if new.attempts > old.attempts and new.due_at < now() + interval '1 minute' then new.due_at := now() + interval '1 hour'; end if;
    return new;
  end $$;
  create or replace trigger not_soon before update on webhook_deliveries for each row execute function not_soon()`

/** Common steps of the tests of the webhook worker, as the admin of this test app. */
export function webhookWorkerOf(testApp: TestApp) {
  const { app, seller, admin, caller } = testApp
  const { webhooks } = caller(admin)
  const steps = webhookSteps(testApp)
  return {
    ...steps,
    /**
     * A storefront with its receiver, and a node that sends until the end of the test. An attempt has time to spare, and the first one that fails is
     * repeated only when the test makes it due (`later`), however long the machine stalls.
     */
    openEndpoint: async (attemptMs = 60_000) => {
      await app.sql.unsafe(notSoon)
      const receiver = await openReceiver()
      const made = await steps.addEndpoint(`${receiver.url}/hooks?shop=1`)
      const webhookWorker = openWebhookWorker(app, quiet, { attemptMs })
      const { id } = made.webhook
      onTestFinished(async () => {
        await webhookWorker.close()
        await webhooks.delete({ id })
        await receiver.close()
      })
      return {
        ...made,
        id,
        receiver,
        last: async () => (await steps.log(id)).at(-1),
        find: () => webhooks.get({ id }),
        stop: webhookWorker.close,
      }
    },
    /** Takes products off sale, one after the other, and returns their ids. */
    sellAndTakeBack: async (count = 1): Promise<string[]> => {
      const ids: string[] = []
      for (let at = 0; at < count; at++) ids.push((await addProduct(app, seller.id, 'approved')).id)
      for (const id of ids) await caller(seller).products.archive({ id })
      await steps.allConsumed()
      return ids
    },
  }
}
