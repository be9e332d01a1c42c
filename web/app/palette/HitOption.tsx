import type { Hit } from '#web/app/palette/find-hits.ts'
import css from '#web/app/palette/Palette.module.css'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { t } from '#web/platform/i18n/later.ts'
import { Cover } from '#web/product-views/Cover.tsx'
import { StatusTag } from '#web/product-views/StatusTag.tsx'
import { UserStatusTag } from '#web/users/UserStatusTag.tsx'

/** What an option says of something found: title or name, kind, whose it is, and status. */
export function HitOption({ hit }: { hit: Hit }) {
  return (
    <div className={css.hit}>
      {hit.kind === 'product' && <Cover image={hit.of.images[0]} size={36} />}
      <div className={css.words}>
        <div dir="auto">{hit.text}</div>
        <div className={css.about} dir="auto">
          {[t(`palette.kinds.${hit.kind}`), hit.about].filter(Boolean).join(' · ')}
        </div>
      </div>
      {hit.kind === 'product' && <StatusTag status={hit.of.status} />}
      {hit.kind === 'person' && <UserStatusTag status={hit.of.status} />}
      {hit.kind === 'order' && <PaymentTag order={hit.of} />}
    </div>
  )
}
