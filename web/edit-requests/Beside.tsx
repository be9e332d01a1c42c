import type { ReactNode } from 'react'
import type { EditRequestDetail, EditValues, ReviewableField } from '#domain/edit-request.ts'
import css from '#web/edit-requests/Difference.module.css'
import { PicturesSide } from '#web/edit-requests/PicturesSide.tsx'
import { PriceSide } from '#web/edit-requests/PriceSide.tsx'
import { AttributesSide, TagsSide } from '#web/edit-requests/SetSide.tsx'
import { TextSide } from '#web/edit-requests/TextSide.tsx'
import { t } from '#web/platform/i18n/later.ts'

type Props = {
  field: ReviewableField
  request: Pick<EditRequestDetail, 'live' | 'proposed' | 'gone' | 'productTitle' | 'product' | 'status'>
}

/** Which of two values is drawn: what stands on sale, or what is proposed. */
export type Side = 'live' | 'proposed'

/** One field twice: as it is on sale, and as it would be; what differs is marked in both. */
export function Beside({ field, request }: Props) {
  const before = request.status === 'pending' ? 'editRequests.live' : 'editRequests.before'
  return (
    <div className={css.beside}>
      <div>
        <p className={css.side}>{t(before)}</p>
        {draw(field, 'live', request)}
      </div>
      <div>
        <p className={css.side}>{t('editRequests.proposed')}</p>
        {draw(field, 'proposed', request)}
      </div>
    </div>
  )
}

type Request = Props['request']
type Draw = (side: Side, live: EditValues, proposed: EditValues, request: Request) => ReactNode

const text =
  (field: 'title' | 'description' | 'category' | 'sku'): Draw =>
  (side, live, proposed) => <TextSide side={side} live={live[field] ?? ''} proposed={proposed[field] ?? ''} />

/** How each field is drawn; the compiler keeps the list complete. */
const draws: Record<ReviewableField, Draw> = {
  title: text('title'),
  description: text('description'),
  category: text('category'),
  sku: text('sku'),
  price: (side, live, proposed, { product }) => (
    <PriceSide side={side} live={live.price ?? null} proposed={proposed.price ?? null} approved={product?.approvedPrice ?? null} />
  ),
  tags: (side, live, proposed) => <TagsSide side={side} live={live.tags ?? []} proposed={proposed.tags ?? []} />,
  attributes: (side, live, proposed) => <AttributesSide side={side} live={live.attributes ?? []} proposed={proposed.attributes ?? []} />,
  images: (side, live, proposed, { productTitle, gone }) => (
    <PicturesSide side={side} live={live.images ?? []} proposed={proposed.images ?? []} gone={gone} title={productTitle} />
  ),
}

const draw = (field: ReviewableField, side: Side, request: Request) => draws[field](side, request.live, request.proposed ?? {}, request)
