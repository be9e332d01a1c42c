import type { Product, ProductChange, ProductFields } from '#domain/product.ts'
import type { client } from '#web/app/rpc.ts'
import type { Pictures } from '#web/products/pictures.ts'
import { changeOf } from '#web/products/product-form.ts'

export type ProductCalls = Pick<typeof client.products, 'create' | 'edit' | 'nameImages'>
export type Saved = { how: 'saved' | 'failed' | 'stopped'; product: Product }

/**
 * Saves one product in the order of spec §7: create with no pictures, send each, then name them.
 * Remembers how far it came, so that a second try does only what is missing and never creates twice;
 * `key` makes even a creation whose answer was lost the same one.
 */
export function openSaving(calls: ProductCalls, pictures: Pictures, about: { product: Product | null; key: string }) {
  let product = about.product

  const create = (fields: ProductFields, submit: boolean) =>
    calls.create({ ...fields, draft: !submit, imagesFollow: pictures.snapshot().length > 0, key: about.key })

  async function sendPictures(id: string) {
    if (pictures.snapshot().length === 0) return 'stored'
    pictures.sendTo(id)
    pictures.retry()
    return pictures.settled()
  }

  /** The creation ends here: its fields as they stand now, then its pictures, and only then it enters the queue. */
  async function finish(known: Product, fields: ProductFields, submit: boolean): Promise<Product> {
    const change = changeOf(known, fields)
    if (Object.keys(change).length > 0) product = await calls.edit({ id: known.id, version: known.version, change, submit: false })
    product = await calls.nameImages({ id: known.id, images: pictures.paths() })
    // Too long under way: the system made a draft of it meanwhile, and what was asked for is still to be done.
    if (!submit || product.status !== 'draft') return product
    return calls.edit({ id: known.id, version: product.version, change: {}, submit })
  }

  async function change(known: Product, fields: ProductFields, submit: boolean): Promise<Product> {
    const change: ProductChange = changeOf(known, fields)
    if (pictures.differFrom(known.images)) change.images = pictures.paths()
    if (Object.keys(change).length === 0 && !submit) return known
    return calls.edit({ id: known.id, version: known.version, change, submit })
  }

  return {
    /** What the server knows of it so far; null before the creation. */
    product: () => product,
    /** From now on the form rests on this state of the product. */
    rebase: (fresh: Product) => {
      product = fresh
    },
    async save(fields: ProductFields, submit: boolean): Promise<Saved> {
      product ??= await create(fields, submit)
      const how = await sendPictures(product.id)
      if (how !== 'stored') return { how, product }
      // What is pending already, such as a creation, needs no submitting.
      product = product.unfinished
        ? await finish(product, fields, submit)
        : await change(product, fields, submit && product.status !== 'pending')
      pictures.setNamed(product.images)
      return { how: 'saved', product }
    },
  }
}
