// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { ProductImage } from '#domain/image.ts'
import { emptyFields, type Product, type ProductFields } from '#domain/product.ts'
import { openSaving, type ProductCalls } from '#web/products/form/save-product.ts'
import { openPictures } from '#web/products/pictures/pictures.ts'

const fields: ProductFields = {
  ...emptyFields,
  title: 'Blue teapot',
  description: 'Thrown by hand.',
  price: 4990,
  category: 'Home',
  stock: 3,
}
const moment = '2026-01-31T12:00:00.000Z'
const imageAt = (path: string): ProductImage => ({ url: `/files/${path}`, path, name: path, width: 4, height: 3, thumbnails: {} })
const isNew: Product = {
  ...fields,
  id: 'p',
  images: [],
  status: 'pending',
  version: 1,
  seller_id: 's',
  seller: { id: 'ada', name: 'Ada', shopName: '', avatar: null },
  rejectionReason: null,
  rejection: null,
  unfinished: true,
  archivedByAdmin: false,
  editRequestId: null,
  created_at: moment,
  updated_at: moment,
  updatedAt: moment,
  submittedAt: null,
}

/** A server that stores one product as the real one does; a call in `broken` loses its next answer. */
function productServer(product: Product | null = null) {
  const log: string[] = []
  const broken = new Set<string>()
  const record = (what: string, about: string) => {
    log.push(about ? `${what} ${about}` : what)
    if (broken.delete(what)) throw new TypeError(`${what} got no answer`)
  }
  const now = () => {
    if (!product) throw new Error('There is no product.')
    return product
  }
  const calls = {
    create: async ({ draft, key }: { draft?: boolean; key?: string }) => {
      product ??= { ...isNew, status: draft ? 'draft' : 'pending', unfinished: !draft }
      record('create', key ?? '')
      return product
    },
    edit: async ({ change, submit }: { change: Partial<ProductFields> & { images?: string[] }; submit?: boolean }) => {
      record('edit', [...Object.keys(change), ...(submit ? ['and submit'] : [])].join(' '))
      const { images, ...texts } = change
      product = {
        ...now(),
        ...texts,
        ...(images && { images: images.map(imageAt) }),
        ...(submit && { status: 'pending' as const }),
        version: now().version + 1,
      }
      return { ...product, applied: [], waiting: [] }
    },
    nameImages: async ({ images }: { images: string[] }) => {
      record('nameImages', images.join(' '))
      product = { ...now(), images: images.map(imageAt), unfinished: false }
      return product
    },
  } as ProductCalls
  const pictures = openPictures(
    {
      upload: async (id, { name }) => {
        record('upload', name)
        return imageAt(`products/${id}/${name}`)
      },
      discard: async () => {},
      preview: ({ name }) => name,
      forget: () => {},
    },
    product?.images,
  )
  const add = (...names: string[]) => pictures.add(names.map((name) => new File(['x'], name, { type: 'image/jpeg' })))
  /** The system turns an unfinished creation into a draft after a day. */
  const becomesDraft = () => {
    product = { ...now(), status: 'draft', unfinished: false }
  }
  return { log, broken, calls, pictures, add, becomesDraft, saving: openSaving(calls, pictures, { product, key: () => 'key' }) }
}

describe('saving a product in the order of spec §7', () => {
  it('creates it without pictures, uploads each, and only then names them', async () => {
    const { log, add, saving } = productServer()
    add('a.jpg', 'b.jpg')
    expect(await saving.save(fields, true)).toMatchObject({ how: 'saved', product: { unfinished: false, status: 'pending' } })
    expect(log).toEqual(['create key', 'upload a.jpg', 'upload b.jpg', 'nameImages products/p/a.jpg products/p/b.jpg'])
  })

  it('repeats only what is missing after a lost picture, and creates no second product', async () => {
    const { log, broken, add, saving } = productServer()
    add('a.jpg', 'b.jpg')
    broken.add('upload')
    expect(await saving.save(fields, true)).toMatchObject({ how: 'failed', product: { id: 'p', unfinished: true } })
    log.length = 0
    expect(await saving.save(fields, true)).toMatchObject({ how: 'saved' })
    expect(log).toEqual(['upload a.jpg', 'nameImages products/p/a.jpg products/p/b.jpg'])
  })

  it('saves input typed between two tries before the creation enters the queue', async () => {
    const { log, broken, add, saving } = productServer()
    add('a.jpg')
    broken.add('upload')
    await saving.save(fields, true)
    log.length = 0
    await saving.save({ ...fields, title: 'Green teapot' }, true)
    expect(log).toEqual(['upload a.jpg', 'edit title', 'nameImages products/p/a.jpg'])
  })

  it('submits a creation that became a draft while its pictures were uploaded', async () => {
    const { log, broken, add, saving, becomesDraft } = productServer()
    add('a.jpg')
    broken.add('upload')
    await saving.save(fields, true)
    becomesDraft()
    log.length = 0
    expect(await saving.save(fields, true)).toMatchObject({ how: 'saved', product: { status: 'pending' } })
    expect(log).toEqual(['upload a.jpg', 'nameImages products/p/a.jpg', 'edit and submit'])
  })

  it('leaves a draft a draft where it is only saved', async () => {
    const { log, broken, add, saving, becomesDraft } = productServer()
    add('a.jpg')
    broken.add('upload')
    await saving.save(fields, true)
    becomesDraft()
    log.length = 0
    expect(await saving.save(fields, false)).toMatchObject({ how: 'saved', product: { status: 'draft' } })
    expect(log).toEqual(['upload a.jpg', 'nameImages products/p/a.jpg'])
  })

  it('reports that it was stopped, keeps the stored pictures, and continues from there', async () => {
    const { log, pictures, add, saving } = productServer()
    add('a.jpg')
    const first = saving.save(fields, true)
    await Promise.resolve()
    pictures.stop()
    expect((await first).how).toBe('stopped')
    log.length = 0
    expect((await saving.save(fields, true)).how).toBe('saved')
    expect(log.filter((line) => line.startsWith('create'))).toEqual([])
  })

  it('saves a draft without any picture', async () => {
    const { log, saving } = productServer()
    expect(await saving.save(fields, false)).toMatchObject({ how: 'saved', product: { status: 'draft' } })
    expect(log).toEqual(['create key'])
  })

  it('sends only the changed fields of an existing product, and submits it in the same call', async () => {
    const { log, add, saving } = productServer({ ...isNew, status: 'rejected', unfinished: false, images: [imageAt('products/p/old.jpg')] })
    add('new.jpg')
    await saving.save({ ...fields, description: 'Thrown and fired.' }, true)
    expect(log).toEqual(['upload new.jpg', 'edit description images and submit'])
  })

  it('calls nothing where nothing was changed', async () => {
    const { log, saving } = productServer({ ...isNew, unfinished: false })
    expect((await saving.save(fields, false)).how).toBe('saved')
    expect(log).toEqual([])
  })
})
