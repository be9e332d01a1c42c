import { t } from '#web/platform/i18n/messages.ts'
import { lastSearch } from '#web/platform/queries/list-memory.ts'
import { BackLink } from '#web/ui/BackLink.tsx'

const names = {
  '/admin/orders': t('orders.record.toList'),
  '/admin/products': t('products.form.back'),
  '/admin/user-management': t('users.record.toList'),
  '/seller/orders': t('orders.record.toList'),
  '/seller/products': t('products.form.back'),
}

/** The link from an item back to its list, with the last filters and scrolled as it was left. */
export function BackToList({ to }: { to: keyof typeof names }) {
  return (
    <BackLink to={to} search={lastSearch(to)} resetScroll={false}>
      {names[to]}
    </BackLink>
  )
}
