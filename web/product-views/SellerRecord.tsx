import { useQuery } from '@tanstack/react-query'
import type { SellerRecord as SellerRecordData } from '#contract/products.ts'
import { productStatuses } from '#domain/product-rules.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { PersonLine } from '#web/platform/Person.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Day } from '#web/ui/Time.tsx'

/** The seller's record, as a section of the opened product. */
export function SellerRecord({ id }: { id: string }) {
  return (
    <section className="part stack gap-10">
      <h3>{t('approval.record.title')}</h3>
      <SellerFigures id={id} />
    </section>
  )
}

type FiguresProps = {
  id: string
  /** False on the seller's own page, which has both already. */
  hasName?: boolean
}

/** Name and age of the account, decisions, and number of products by status. */
export function SellerFigures({ id, hasName = true }: FiguresProps) {
  const query = useQuery(rpc.products.sellerRecord.queryOptions({ input: { seller_id: id } }))
  return (
    <DataState query={query} loading={<Skeleton rows={1} />}>
      {(record) => <Figures record={record} hasName={hasName} />}
    </DataState>
  )
}

function Figures({ record, hasName }: { record: SellerRecordData; hasName: boolean }) {
  const { id, name, shopName, avatar, memberSince, products, approvals, rejections } = record
  const decided = approvals + rejections
  return (
    <div className="stack gap-4">
      {hasName && (
        <p className="row gap-wide">
          <PersonLine of={{ name, shopName, avatar }} href={`/admin/users/${id}`} />
          <span>
            {t('users.record.since')} <Day at={memberSince} />
          </span>
        </p>
      )}
      <p className={decided === 0 ? 'muted' : undefined}>
        {decided === 0 ? (
          t('approval.record.undecided')
        ) : (
          <Dotted>
            {t('approval.record.approvals', { count: approvals })}
            {t('approval.record.rejections', { count: rejections })}
            {t('approval.record.share', { share: Math.round((100 * approvals) / decided) })}
          </Dotted>
        )}
      </p>
      <p className="row gap-4">
        {productStatuses
          .filter((status) => products[status] > 0)
          .map((status) => (
            <Tag key={status}>{`${products[status].toLocaleString('en')} ${t(`products.status.${status}`)}`}</Tag>
          ))}
      </p>
    </div>
  )
}
