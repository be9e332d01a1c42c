import { Link } from '@tanstack/react-router'
import { AddressLines } from '#web/orders/AddressLines.tsx'
import { BuyerData } from '#web/orders/BuyerData.tsx'
import css from '#web/orders/OrderPage.module.css'
import { isWhole, type ShownOrder } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Who ordered and where it goes; an admin finds the buyer's other orders here, and what can be done with his data. */
export function BuyerPanel({ order }: { order: ShownOrder }) {
  const { buyerName, shippingAddress, erasedAt } = order
  const email = isWhole(order) ? order.buyerEmail : null
  return (
    <Panel title={t('orders.record.buyer')}>
      <div className={css.stack}>
        {erasedAt ? (
          <Note>{t('orders.record.erased')}</Note>
        ) : (
          <>
            <AddressLines name={buyerName} address={shippingAddress} />
            {!shippingAddress && <p className={css.aside}>{t('orders.record.noAddress')}</p>}
          </>
        )}
        {email && (
          <>
            <p>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
            <p>
              <Link to="/admin/orders" search={{ search: email }}>
                {t('orders.record.others')}
              </Link>
            </p>
            <BuyerData email={email} />
          </>
        )}
      </div>
    </Panel>
  )
}
