import { Link } from '@tanstack/react-router'
import type { Product } from '#domain/product.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** Every field of a product, and when it was touched. */
export function RecordFacts({ product }: { product: Product }) {
  const money = useMoney()
  const { price, approvedPrice, category, sku, stock, tags, id, version } = product
  const none = t('productRecord.none')
  const moment = (at: string | null) => (at === null ? none : <Ago at={at} />)
  return (
    <Facts
      facts={[
        [t('productRecord.fields.seller'), <Seller key="seller" product={product} />],
        [t('productRecord.fields.price'), price === null ? none : money(price)],
        [t('productRecord.fields.approvedPrice'), approvedPrice == null ? none : money(approvedPrice)],
        [t('productRecord.fields.category'), category ?? none],
        [t('productRecord.fields.stock'), stock ?? none],
        [t('productRecord.fields.sku'), sku ?? none],
        [t('productRecord.fields.tags'), tags.join(', ') || none],
        [t('productRecord.fields.created'), moment(product.created_at)],
        [t('productRecord.fields.submitted'), moment(product.submittedAt)],
        [t('productRecord.fields.updated'), moment(product.updated_at)],
        [t('productRecord.fields.statusChanged'), moment(product.updatedAt)],
        [t('productRecord.fields.version'), version],
        [t('productRecord.fields.id'), id],
      ]}
    />
  )
}

/** Whose it is, and the way to what is known of him. */
function Seller({ product: { seller_id, sellerName } }: { product: Product }) {
  if (!seller_id) return t('approval.noSeller')
  return (
    <Link to="/admin/users/$id" params={{ id: seller_id }}>
      {sellerName ?? seller_id}
    </Link>
  )
}
