import { sql } from 'drizzle-orm'
import type { StorefrontProduct } from '#contract/public/products.ts'
import { storefrontFields } from '#domain/product-fields.ts'
import type { App } from '#server/platform/app.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import { columnsOf, isoMoment } from '#server/products/product-row.ts'

/** The configuration that a storefront sees in a product. */
export type StorefrontConfig = Pick<App['config'], 'currency' | 'publicUrl' | 'host' | 'port'>
export type RawStorefrontProduct = Omit<StorefrontProduct, 'currency'>

/** The columns of `products` that storefronts see. */
export const storefrontColumns = sql.raw(
  `products.id, ${columnsOf(storefrontFields)}, products.seller_id, products.created_at, products.updated_at`,
)

/** A row as it goes over the wire; picture addresses are absolute, as a storefront has another origin. */
export function storefrontProduct({ config }: { config: StorefrontConfig }, row: RawStorefrontProduct): StorefrontProduct {
  const home = homeAddress(config)
  return {
    ...row,
    currency: config.currency,
    images: row.images.map(({ url, path, name, width, height, thumbnails }) => ({
      url: home + url,
      path,
      name,
      width,
      height,
      thumbnails: Object.fromEntries(Object.entries(thumbnails).map(([size, address]) => [size, home + address])),
    })),
    created_at: isoMoment(row.created_at),
    updated_at: isoMoment(row.updated_at),
  }
}
