import { creationId } from '#domain/creation-id.ts'
import type { ProductImage } from '#domain/image.ts'
import { newKey } from '#web/platform/new-key.ts'
import type { client } from '#web/platform/rpc/rpc.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'

type Calls = Pick<typeof client.products, 'uploads' | 'discardImage'>
export type Creation = ReturnType<typeof openCreation>

/**
 * The product that a form will create. Its key makes the call idempotent, and its pictures are uploaded under that key as soon as they are chosen.
 * A seller may continue the creation of an earlier visit: under its key, nothing is created twice and its pictures are still there.
 */
export function openCreation(calls: Calls, pictures: Pick<Pictures, 'sendTo' | 'moveTo' | 'restore'>) {
  let key = newKey()
  /** The pictures that the server has of an earlier creation. */
  const arrived = (former: string) => calls.uploads({ id: creationId(former) })
  return {
    key: () => key,
    arrived,
    begin: () => pictures.sendTo(creationId(key)),
    /** Continues the creation of an earlier visit, with its pictures; those chosen meanwhile are sent again. */
    goOn(former: string, images: readonly ProductImage[]) {
      key = former
      pictures.moveTo(creationId(key))
      pictures.restore(images)
    },
    /** Discards the pictures of an earlier creation. A failure is harmless, since the server sweeps. */
    async discard(former: string) {
      for (const { path } of await arrived(former).catch(() => []))
        await calls.discardImage({ id: creationId(former), path }).catch(() => {})
    },
  }
}
