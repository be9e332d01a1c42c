import type { EditRequestDetail } from '#domain/edit-request.ts'
import type { Product, ProductChange } from '#domain/product.ts'
import { approvedProduct, blurred, upload } from './listing.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** The reason of a refusal, without fields. */
export const why = { code: blurred.code, rejectionReason: blurred.rejectionReason }

/** What an admin saw when he opened a request. */
export const seenEdit = ({ id, version, productVersion }: EditRequestDetail) => ({ id, version, productVersion: productVersion ?? 0 })

/** The request that waits for a product, as an admin sees it. */
export async function requestFor({ caller, admin }: World, { id }: Pick<Product, 'id'>): Promise<EditRequestDetail> {
  const { editRequestId } = await caller(admin).products.get({ id })
  if (editRequestId === null) throw new Error('Nothing waits for this product.')
  return caller(admin).editRequests.get({ id: editRequestId })
}

type Wanted = { seller?: Person; change?: ProductChange; picture?: boolean }

/** A product on sale with a change of it that waits; with a `picture` also a new one in place of its own. */
export async function waitingEdit(
  world: World,
  { seller = world.seller, change = { title: 'Oiled oak chair' }, picture = false }: Wanted = {},
) {
  const product = await approvedProduct(world, { seller })
  const images = picture ? { images: [(await upload(world, seller, product.id, 'new.png')).path] } : {}
  await world.caller(seller).products.edit({ id: product.id, version: product.version, change: { ...change, ...images } })
  return { product, request: await requestFor(world, product), proposed: images.images?.[0] ?? '' }
}
