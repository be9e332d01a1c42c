import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import { type FactField, factFields } from '#domain/product-fields.ts'
import { useReading } from '#web/approval/review/use-changed-since.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { PersonLine } from '#web/platform/Person.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { DetailsActions } from '#web/product-details/DetailsActions.tsx'
import { AttemptList } from '#web/product-views/Attempts.tsx'
import { Description } from '#web/product-views/Description.tsx'
import { useFactText } from '#web/product-views/fact-text.ts'
import { Gallery } from '#web/product-views/Gallery.tsx'
import { ReviewNotes } from '#web/product-views/ReviewNotes.tsx'
import { SellerFigures } from '#web/product-views/SellerRecord.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { Timeline } from '#web/product-views/Timeline.tsx'
import { Viewers } from '#web/product-views/Viewers.tsx'
import { Warnings } from '#web/product-views/Warnings.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = {
  product: Product
  /** It comes from the offline cache; the fresh answer is on its way. */
  isUnverified: boolean
}

/** Everything about a product, and the moves of an admin. */
export function ProductDetails({ product, isUnverified }: Props) {
  const { id, title, status, description, images, attributes, seller_id } = product
  const [asking, setAsking] = useState<'reject' | 'takeDown' | null>(null)
  // An admin who is writing a reason has read the product.
  const reading = useReading(product, isUnverified && asking === null)
  const attempts = useQuery(rpc.products.attempts.queryOptions({ input: { id } }))
  return (
    <>
      <PageHeader
        title={title}
        lead={
          <span className="lead-line">
            <StatusTag status={status} />
            <Link to="/admin/product-approval" search={{ status, product: id }}>
              {t('productDetails.toQueue')}
            </Link>
            <Link to="/admin/orders" search={{ product_id: id }}>
              {t('orders.ofProduct')}
            </Link>
          </span>
        }
      />
      <DetailsActions product={product} reading={reading} asking={asking} onAsk={setAsking} />
      <div className="spaced stack gap-8">
        <Viewers id={id} />
        {product.editRequestId && (
          <Note tone="warn">
            {t('productDetails.editWaits')}{' '}
            <Link to="/admin/edit-requests" search={{ request: product.editRequestId }}>
              {t('productDetails.toEdit')}
            </Link>
          </Note>
        )}
        <ReviewNotes
          product={product}
          attempts={attempts.data ?? []}
          changed={reading.changed}
          isUnread={reading.isUnread}
          onRead={reading.markRead}
        />
        <Warnings product={product} />
      </div>
      <div className="columns">
        <div className="loose stack">
          <Panel title={t('products.images.label')}>
            <Gallery title={title} images={images} />
          </Panel>
          <Panel title={t('approval.description')}>
            <Description text={description} />
          </Panel>
          <div className="last">
            <Panel title={t('productDetails.timeline')} flush>
              <Timeline id={id} />
            </Panel>
          </div>
        </div>
        <div className="loose stack">
          <Panel title={t('approval.details')}>
            <DetailsFacts product={product} />
          </Panel>
          {attributes.length > 0 && (
            <Panel title={fieldLabel('attributes')}>
              <Facts facts={attributes.map(({ key, value }) => [key, value])} />
            </Panel>
          )}
          {seller_id && (
            <Panel title={t('approval.record.title')}>
              <SellerFigures id={seller_id} />
              <p className="below">
                <Link to="/admin/product-approval" search={{ status, seller: seller_id }}>
                  {t('approval.onlySeller')}
                </Link>
              </p>
            </Panel>
          )}
          <Panel title={t('approval.attempts')}>
            <AttemptList query={attempts} />
          </Panel>
        </div>
      </div>
    </>
  )
}

/** All fields of a product, with its dates. */
function DetailsFacts({ product }: { product: Product }) {
  const money = useMoney()
  const factText = useFactText()
  const { approvedPrice, id, version } = product
  const none = t('approval.nothing')
  const fact = (field: FactField) => [fieldLabel(field), factText(field, product) ?? none] as const
  const approved = [t('fields.approvedPrice'), approvedPrice == null ? none : money(approvedPrice)] as const
  const moment = (at: string | null) => (at === null ? none : <Ago at={at} />)
  return (
    <Facts
      facts={[
        [t('fields.seller'), <Seller key="seller" product={product} />],
        ...factFields.flatMap((field) => [fact(field), ...(field === 'price' ? [approved] : [])]),
        [t('fields.created'), moment(product.created_at)],
        [t('fields.submitted'), moment(product.submittedAt)],
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
