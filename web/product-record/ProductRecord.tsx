import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import { useReading } from '#web/approval/review/use-reading.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import css from '#web/product-record/ProductRecordPage.module.css'
import { RecordActions } from '#web/product-record/RecordActions.tsx'
import { RecordFacts } from '#web/product-record/RecordFacts.tsx'
import { AttemptList } from '#web/product-views/Attempts.tsx'
import { Description } from '#web/product-views/Description.tsx'
import { Gallery } from '#web/product-views/Gallery.tsx'
import { Looking } from '#web/product-views/Looking.tsx'
import { ReviewNotes } from '#web/product-views/ReviewNotes.tsx'
import { SellerFigures } from '#web/product-views/SellerRecord.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { Timeline } from '#web/product-views/Timeline.tsx'
import { Warnings } from '#web/product-views/Warnings.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Props = {
  product: Product
  /** It was kept from an earlier look; a fresh answer is on its way. */
  isOld: boolean
}

/** Everything that is known of a product, and what an administrator can do with it. */
export function ProductRecord({ product, isOld }: Props) {
  const { id, title, status, description, images, attributes, seller_id } = product
  const [asking, setAsking] = useState<'reject' | 'takeDown' | null>(null)
  // Whoever goes on to a reason has read what stands there.
  const reading = useReading(product, isOld && asking === null)
  const attempts = useQuery(rpc.products.attempts.queryOptions({ input: { id } }))
  return (
    <>
      <PageHeader
        title={title}
        lead={
          <span className={css.lead}>
            <StatusTag status={status} />
            <Link to="/admin/product-approval" search={{ status, product: id }}>
              {t('productRecord.toQueue')}
            </Link>
            <Link to="/admin/orders" search={{ product_id: id }}>
              {t('orders.ofProduct')}
            </Link>
          </span>
        }
      />
      <RecordActions product={product} reading={reading} asking={asking} onAsk={setAsking} />
      <div className={css.notes}>
        <Looking id={id} />
        {product.editRequestId && (
          <Note tone="warn">
            {t('productRecord.editWaits')}{' '}
            <Link to="/admin/edit-requests" search={{ request: product.editRequestId }}>
              {t('productRecord.toEdit')}
            </Link>
          </Note>
        )}
        <ReviewNotes
          product={product}
          attempts={attempts.data ?? []}
          changed={reading.changed}
          isUnread={reading.isUnread}
          onSeen={reading.look}
        />
        <Warnings product={product} />
      </div>
      <div className={css.columns}>
        <div className={css.column}>
          <Panel title={t('productRecord.pictures')}>
            <Gallery title={title} images={images} />
          </Panel>
          <Panel title={t('productRecord.description')}>
            <Description text={description} />
          </Panel>
          <div className={css.last}>
            <Panel title={t('productRecord.timeline')} flush>
              <Timeline id={id} />
            </Panel>
          </div>
        </div>
        <div className={css.column}>
          <Panel title={t('productRecord.details')}>
            <RecordFacts product={product} />
          </Panel>
          {attributes.length > 0 && (
            <Panel title={t('approval.fields.attributes')}>
              <Facts facts={attributes.map(({ key, value }) => [key, value])} />
            </Panel>
          )}
          {seller_id && (
            <Panel title={t('approval.record.title')}>
              <SellerFigures id={seller_id} />
              <p className={css.more}>
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
