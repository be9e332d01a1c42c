import type { EditRequestDetail, EditValues, ReviewableField } from '#domain/edit-request.ts'
import type { Product } from '#domain/product.ts'
import { client } from '#web/platform/rpc/rpc.ts'

/** A product as its seller edits it: the proposals of its waiting request over the live values (product §4). */
export type ShownProduct = Product & { request?: EditRequestDetail | undefined }

type Values = Partial<Pick<Product, ReviewableField>>
const given = (values: EditValues | null | undefined): Values =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined))

/** Puts the proposals of a waiting request over a product. */
export function withRequest(product: Product, request: EditRequestDetail | null): ShownProduct {
  return request ? { ...product, ...given(request.proposed), request } : product
}

/** The product as it is on sale. */
export function liveOf({ request, ...product }: ShownProduct): Product {
  return { ...product, ...given(request?.live) }
}

/** What was refused of a decided request: its proposed values that did not go live. */
export const refusedOf = ({ proposed, decisions }: EditRequestDetail): Values =>
  Object.fromEntries(
    Object.entries(given(proposed)).filter(([name]) => !decisions.some(({ field, accepted }) => accepted && field === name)),
  )

/** Whether this is the product's waiting request. One that was just decided is not. */
export const belongs = (product: Product, request: EditRequestDetail | undefined): request is EditRequestDetail =>
  request !== undefined && request.id === product.editRequestId && request.status === 'pending'

/** Loads the product with its waiting request. */
export async function fetchShown(id: string): Promise<ShownProduct> {
  const product = await client.products.get({ id })
  const request = product.editRequestId === null ? undefined : await client.editRequests.get({ id: product.editRequestId })
  return withRequest(product, belongs(product, request) ? request : null)
}
