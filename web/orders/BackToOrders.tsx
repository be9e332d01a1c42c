import { Link } from '@tanstack/react-router'
import { lastOrders } from '#web/orders/last-orders.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/ui/back.module.css'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'

/** Links from an order back to the list with its last filters. */
export function BackToOrders({ to }: { to: '/admin/orders' | '/seller/orders' }) {
  return (
    <Link to={to} search={lastOrders.last()} resetScroll={false} className={`${css.back} center aside inks not-printed`}>
      <IconArrowLeft size={16} />
      {t('orders.record.toList')}
    </Link>
  )
}
