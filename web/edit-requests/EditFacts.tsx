import type { EditRequestDetail } from '#domain/edit-request.ts'
import { EditStatusTag } from '#web/edit-requests/EditStatusTag.tsx'
import { t } from '#web/platform/i18n/later.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import css from '#web/product-views/Opened.module.css'
import { Ago } from '#web/ui/Time.tsx'

type Props = { request: EditRequestDetail; onSeller: (seller: string) => void }

/** Who asks, since when, and what the product is like that it is about. */
export function EditFacts({ request: { status, seller_id, sellerName, created_at, product }, onSeller }: Props) {
  const money = useMoney()
  return (
    <>
      <p className={css.sub}>
        <EditStatusTag status={status} />
        {product && <span>{[product.price === null ? null : money(product.price), product.category].filter(Boolean).join(' · ')}</span>}
      </p>
      <p className={css.sub}>
        <span>
          <bdi>{sellerName ?? t('approval.noSeller')}</bdi> · {t('editRequests.asked')} <Ago at={created_at} />
        </span>
        {seller_id && (
          <button type="button" className={css.link} onClick={() => onSeller(seller_id)}>
            {t('editRequests.onlySeller')}
          </button>
        )}
      </p>
    </>
  )
}
