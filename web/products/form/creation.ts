import { creationId } from '#domain/creation-id.ts'
import type { ProductImage } from '#domain/image.ts'
import { newKey } from '#web/platform/new-key.ts'
import type { client } from '#web/platform/rpc/rpc.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'

type Calls = Pick<typeof client.products, 'uploads' | 'discardImage'>
export type Creation = ReturnType<typeof openCreation>

/**
 * The product that a form will create. Its key makes the call idempotent, and its pictures are uploaded under that key as soon as they are chosen.
 * Input of an earlier visit brings its key, so that nothing is created twice and its pictures are still there.
 */
export function openCreation(calls: Calls, pictures: Pick<Pictures, 'sendTo' | 'restore' | 'snapshot'>) {
  let key = newKey()
  let arrived: Promise<ProductImage[]> = Promise.resolve([])
  const id = () => creationId(key)
  return {
    key: () => key,
    begin: () => pictures.sendTo(id()),
    /** Continues under the key of an earlier visit, before any picture was chosen. */
    adopt(former: string) {
      key = former
      pictures.sendTo(id())
      arrived = calls.uploads({ id: id() })
      // Without an answer it is asked again.
      arrived.catch(() => {})
    },
    /** Shows the pictures of the earlier visit. */
    async restore() {
      pictures.restore(await arrived.catch(() => calls.uploads({ id: id() })))
    },
    /**
     * Discards the pictures of the earlier visit and takes a new key, since a product may exist under the former one. A form that has pictures
     * keeps the key: they were sent under it. A failure is harmless, since the server sweeps.
     */
    async discard() {
      const former = id()
      if (pictures.snapshot().length === 0) {
        key = newKey()
        pictures.sendTo(id())
      }
      for (const { path } of await arrived.catch(() => [])) await calls.discardImage({ id: former, path }).catch(() => {})
    },
  }
}
