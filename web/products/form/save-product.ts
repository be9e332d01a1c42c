import type { EditedProduct } from '#contract/products.ts'
import type { ProductChange, ProductFields } from '#domain/product.ts'
import type { client } from '#web/platform/rpc/rpc.ts'
import { changeOf } from '#web/products/form/product-form.ts'
import type { ShownProduct } from '#web/products/form/shown-product.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'

export type ProductCalls = Pick<typeof client.products, 'create' | 'edit' | 'nameImages'>
/** The result of an edit: fields that apply now, and fields that wait for review. */
type Routed = Pick<EditedProduct, 'applied' | 'waiting'>
export type Saved = { how: 'saved' | 'failed' | 'stopped'; product: ShownProduct; routed?: Routed | undefined }
type Saving = { fields: ProductFields; submit: boolean; note: string | undefined }

/**
 * Saves one product in the order of spec §7: creates it without pictures, waits until all are uploaded, then names them.
 * Remembers its progress, so that another try does only what is missing and never creates twice.
 * `key` makes a creation idempotent even if its answer was lost.
 */
export function openSaving(calls: ProductCalls, pictures: Pictures, about: { product: ShownProduct | null; key: () => string }) {
  let product = about.product

  const create = (fields: ProductFields, submit: boolean) =>
    calls.create({ ...fields, draft: !submit, imagesFollow: pictures.snapshot().length > 0, key: about.key(), imagesAhead: true })

  async function sendPictures(id: string) {
    if (pictures.snapshot().length === 0) return 'stored'
    pictures.sendTo(id)
    pictures.retry()
    return pictures.settled()
  }

  /** Completes the creation: the current fields, then the pictures; only then it enters the queue. */
  async function finish(current: ShownProduct, fields: ProductFields, submit: boolean): Promise<ShownProduct> {
    const change = changeOf(current, fields)
    if (Object.keys(change).length > 0) product = await calls.edit({ id: current.id, version: current.version, change, submit: false })
    product = await calls.nameImages({ id: current.id, images: pictures.paths() })
    // A creation whose pictures did not come for a day has become a draft, so it still has to be submitted.
    if (!submit || product.status !== 'draft') return product
    return calls.edit({ id: current.id, version: product.version, change: {}, submit })
  }

  async function change(current: ShownProduct, { fields, submit, note }: Saving): Promise<ShownProduct | EditedProduct> {
    const change: ProductChange = changeOf(current, fields)
    if (pictures.differFrom(current.images)) change.images = pictures.paths()
    if (Object.keys(change).length === 0 && !submit && note === undefined) return current
    // The form shows the request: a field set back to its live value leaves the request.
    const seenRequest = current.request && { id: current.request.id, version: current.request.version }
    return calls.edit({ id: current.id, version: current.version, change, submit, note, seenRequest })
  }

  return {
    /** The product in the last known state; null before the creation. */
    product: () => product,
    /** Bases the form on this state of the product. */
    rebase: (fresh: ShownProduct) => {
      product = fresh
    },
    /** Saves the fields. `note` is the seller's note to the reviewer, if they changed it. */
    async save(fields: ProductFields, submit: boolean, note?: string): Promise<Saved> {
      product ??= await create(fields, submit)
      const how = await sendPictures(product.id)
      if (how !== 'stored') return { how, product }
      // A pending product, such as a creation, needs no submission.
      const sends = submit && product.status !== 'pending'
      const saved = product.unfinished ? await finish(product, fields, submit) : await change(product, { fields, submit: sends, note })
      product = saved
      pictures.setNamed(saved.images)
      return { how: 'saved', product: saved, routed: 'applied' in saved ? saved : undefined }
    },
  }
}
