import type { Product } from '#domain/product.ts'
import { type FactField, factFields } from '#domain/product-fields.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { useMoney } from '#web/platform/session/use-money.ts'
import { useFactText } from '#web/product-views/fact-text.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** All fields of a product, with its dates. */
export function DetailsFacts({ product }: { product: Product }) {
  const money = useMoney()
  const factText = useFactText()
  const { approvedPrice, id, version } = product
  const none = t('productDetails.none')
  const fact = (field: FactField) => [fieldLabel(field), factText(field, product) ?? none] as const
  const approved = [t('productDetails.fields.approvedPrice'), approvedPrice == null ? none : money(approvedPrice)] as const
  const moment = (at: string | null) => (at === null ? none : <Ago at={at} />)
  return (
    <Facts
      facts={[
        [t('productDetails.fields.seller'), <Seller key="seller" product={product} />],
        ...factFields.flatMap((field) => [fact(field), ...(field === 'price' ? [approved] : [])]),
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
const Seller = ({ product: { seller } }: { product: Product }) =>
  seller ? <PersonLine of={seller} href={`/admin/users/${seller.id}`} /> : t('approval.noSeller')
