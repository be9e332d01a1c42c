import { Link } from '@tanstack/react-router'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** All fields of a product, with its dates. */
export function DetailsFacts({ product }: { product: Product }) {
  const money = useMoney()
  const { price, approvedPrice, category, sku, stock, tags, id, version } = product
  const none = t('productDetails.none')
  const moment = (at: string | null) => (at === null ? none : <Ago at={at} />)
  return (
    <Facts
      facts={[
        [t('productDetails.fields.seller'), <Seller key="seller" product={product} />],
        [t('productDetails.fields.price'), price === null ? none : money(price)],
        [t('productDetails.fields.approvedPrice'), approvedPrice == null ? none : money(approvedPrice)],
        [t('productDetails.fields.category'), category ?? none],
        [t('productDetails.fields.stock'), stock ?? none],
        [t('productDetails.fields.sku'), sku ?? none],
        [t('productDetails.fields.tags'), tags.join(', ') || none],
        [t('productDetails.fields.created'), moment(product.created_at)],
        [t('productDetails.fields.submitted'), moment(product.submittedAt)],
        [t('productDetails.fields.updated'), moment(product.updated_at)],
        [t('productDetails.fields.statusChanged'), moment(product.updatedAt)],
        [t('productDetails.fields.version'), version],
        [t('productDetails.fields.id'), id],
      ]}
    />
  )
}

/** The seller, with a link to their account. */
function Seller({ product: { seller_id, sellerName } }: { product: Product }) {
  if (!seller_id) return t('approval.noSeller')
  return (
    <Link to="/admin/users/$id" params={{ id: seller_id }}>
      {sellerName ?? seller_id}
    </Link>
  )
}
