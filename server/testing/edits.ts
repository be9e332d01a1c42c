import type { EditRequestDetail } from '#domain/edit-request.ts'
import type { Product, ProductChange } from '#domain/product.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { approvedProduct, blurred, upload } from './listing.ts'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'

/** The reason of a refusal, without fields. */
export const why = { code: blurred.code, rejectionReason: blurred.rejectionReason }

/** The `expected` of a decision on this request. */
export const expectedEdit = ({ id, version, productVersion }: EditRequestDetail) => ({ id, version, productVersion: productVersion ?? 0 })

/** The request that waits for a product, as an admin reads it. */
export async function requestFor({ caller, admin }: TestApp, { id }: Pick<Product, 'id'>): Promise<EditRequestDetail> {
  const { editRequestId } = await caller(admin).products.get({ id })
  if (editRequestId === null) throw new Error('Nothing waits for this product.')
  return caller(admin).editRequests.get({ id: editRequestId })
}

type Wanted = { seller?: Person; change?: ProductChange; picture?: boolean }

/** A product on sale with a waiting change; with a `picture` also a new one in place of its own. */
export async function waitingEdit(
  testApp: TestApp,
  { seller = testApp.seller, change = { title: 'Oiled oak chair' }, picture = false }: Wanted = {},
) {
  const product = await approvedProduct(testApp, { seller })
  const images = picture ? { images: [(await upload(testApp, seller, product.id, 'new.png')).path] } : {}
  await testApp.caller(seller).products.edit({ id: product.id, version: product.version, change: { ...change, ...images } })
  return { product, request: await requestFor(testApp, product), proposed: images.images?.[0] ?? '' }
}

type Imported = { fields?: string[]; seller?: string | null; isKnown?: boolean }

/**
 * A waiting request as an import leaves it: parsed only as far as its `fields`, and named by its product only if `isKnown`. Returns its id.
 */
export async function importedEdit(
  { app }: TestApp,
  product: Pick<Product, 'id' | 'seller_id'> | null,
  payload: unknown,
  { fields = [], seller = product?.seller_id ?? null, isKnown = true }: Imported = {},
): Promise<string> {
  const id = newId()
  const json = JSON.stringify(payload)
  const names = JSON.stringify(fields)
  await app.sql`insert into edit_requests (id, product_id, product_title, seller_id, base_version, payload, fields)
    values (${id}, ${product?.id ?? null}, 'Old chair', ${seller}, 1, ${json}::text::jsonb, array(select jsonb_array_elements_text(${names}::text::jsonb)))`
  if (product && isKnown) await app.sql`update products set edit_request_id = ${id} where id = ${product.id}`
  return id
}
