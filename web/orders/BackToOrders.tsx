import { lastOrders } from '#web/orders/last-orders.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { BackLink } from '#web/ui/BackLink.tsx'

/** Links from an order back to the list with its last filters. */
export function BackToOrders({ to }: { to: '/admin/orders' | '/seller/orders' }) {
  return (
    <BackLink to={to} search={lastOrders.last()} resetScroll={false}>
      {t('orders.record.toList')}
    </BackLink>
  )
}
