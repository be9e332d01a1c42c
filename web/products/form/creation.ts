import { creationId } from '#domain/creation-id.ts'
import type { ProductImage } from '#domain/image.ts'
import { newKey } from '#web/platform/new-key.ts'
import type { client } from '#web/platform/rpc/rpc.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'

type Calls = Pick<typeof client.products, 'uploads' | 'discardImage'>
export type Creation = ReturnType<typeof openCreation>

/** The pictures that the server has of an earlier visit to a form. */
export type Earlier = ReturnType<typeof openEarlier>

function openEarlier(calls: Calls, id: string, goOn: (images: readonly ProductImage[]) => number, isOwn: (path: string) => boolean) {
  /** Only these paths, if they are known: others are of another open form. */
  const arrived = async (only?: readonly string[]) => (await calls.uploads({ id })).filter(({ path }) => only?.includes(path) ?? true)
  return {
    arrived,
    /** Continues the visit with these of its pictures; returns how many are too many for the form. */
    goOn,
    /** Discards them, but none that this form has. A failure is harmless, since the server sweeps. */
    async discard(only?: readonly string[]) {
      for (const { path } of await arrived(only).catch(() => [])) if (!isOwn(path)) await calls.discardImage({ id, path }).catch(() => {})
    },
  }
}

/** An existing product's form: what was chosen in it is on the server, and the product does not name it yet. */
export const openEdit = (calls: Calls, pictures: Pick<Pictures, 'restore' | 'paths'>, id: string): Earlier =>
  openEarlier(
    calls,
    id,
    (images) => pictures.restore(images),
    (path) => pictures.paths().includes(path),
  )

/**
 * The product that a form will create. Its key makes the call idempotent, and its pictures are uploaded under that key as soon as they are chosen.
 * A seller may continue the creation of an earlier visit: under its key, nothing is created twice and its pictures are still there.
 */
export function openCreation(calls: Calls, pictures: Pick<Pictures, 'sendTo' | 'moveTo' | 'restore'>) {
  let key = newKey()
  return {
    key: () => key,
    begin: () => pictures.sendTo(creationId(key)),
    /** The creation of an earlier visit. Continued, it is the one of this form; pictures chosen meanwhile are sent again. */
    earlier: (former: string): Earlier =>
      openEarlier(
        calls,
        creationId(former),
        (images) => {
          key = former
          pictures.moveTo(creationId(key))
          return pictures.restore(images)
        },
        () => false,
      ),
  }
}
