import { t } from '#web/platform/i18n/messages.ts'
import { lastList } from '#web/products/list/last-list.ts'
import { BackLink } from '#web/ui/BackLink.tsx'

/** The link from a product back to the list with its last filters. */
export function BackToProducts() {
  return (
    <BackLink to="/seller/products" search={lastList.last()} resetScroll={false}>
      {t('products.form.back')}
    </BackLink>
  )
}
