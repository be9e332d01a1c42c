import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { ProductImage } from '#domain/image.ts'
import { emptyFields, type Product, type ProductFields } from '#domain/product.ts'
import { StorageError } from '#domain/storage-error.ts'
import { inOnePiece } from '#server/platform/files/sending.ts'
import { uploadImage } from '#server/products/pictures/upload-image.ts'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'

/** The fields of a chair; tests change those they are about. */
export const chair = (about: Partial<ProductFields> = {}): ProductFields => ({
  ...emptyFields,
  title: 'Oak chair',
  description: 'Solid oak, oiled.',
  price: 12_000,
  category: 'Home',
  stock: 3,
  tags: ['oak'],
  attributes: [{ key: 'Height', value: '90 cm' }],
  ...about,
})

/** The bytes of a small picture. */
export const aPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: { r: 0, g: 90, b: 40 } } })
    .png()
    .toBuffer()

/** Uploads a picture for a product, as the browser would. */
export async function upload({ app }: TestApp, seller: Person, productId: string, name = 'photo.png'): Promise<ProductImage> {
  return uploadImage(app, seller, { productId, name, sending: inOnePiece(Readable.from([await aPicture()])) })
}

type Wanted = { seller?: Person; fields?: Partial<ProductFields>; pictures?: number }

/** A pending product: created, its pictures uploaded, then named. */
export async function pendingProduct(
  testApp: TestApp,
  { seller = testApp.seller, fields = {}, pictures = 1 }: Wanted = {},
): Promise<Product> {
  const { id } = await testApp.caller(seller).products.create({ ...chair(fields), draft: false, imagesFollow: true })
  const images: string[] = []
  for (let at = 0; at < pictures; at++) images.push((await upload(testApp, seller, id, `photo-${at}.png`)).path)
  return testApp.caller(seller).products.nameImages({ id, images })
}

/** A product on sale. */
export async function approvedProduct(testApp: TestApp, wanted: Wanted = {}): Promise<Product> {
  return testApp.caller(testApp.admin).products.approve(await pendingProduct(testApp, wanted))
}

/** A product an admin rejected. */
export async function rejectedProduct(testApp: TestApp, wanted: Wanted = {}): Promise<Product> {
  return testApp.caller(testApp.admin).products.reject({ ...(await pendingProduct(testApp, wanted)), ...blurred })
}

/** The `expected` of a decision on this product. */
export const expectedBy = ({ id, status, version }: Product) => ({ id, status, version })

export const blurred = { code: 'image_quality' as const, rejectionReason: 'The photographs are blurred.', fields: ['images' as const] }

/** True if the store has this file. */
export async function isStored({ app }: TestApp, path: string): Promise<boolean> {
  try {
    const { stream } = await app.storage.get(path)
    stream.destroy()
    return true
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'object-not-found') return false
    throw error
  }
}
