import { Link } from '@tanstack/react-router'
import { AddressLines } from '#web/orders/AddressLines.tsx'
import { EraseDialog } from '#web/orders/EraseDialog.tsx'
import { isAdminOrder, type ShownOrder } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** The buyer and the shipping address; admins also find the buyer's other orders here, and the actions on the buyer's data. */
export function BuyerPanel({ order }: { order: ShownOrder }) {
  const { buyerName, shippingAddress, erasedAt } = order
  const email = isAdminOrder(order) ? order.buyerEmail : null
  return (
    <Panel title={t('orders.record.buyer')}>
      <div className="stack gap-12 breaks">
        {erasedAt ? (
          <Note>{t('orders.record.erased')}</Note>
        ) : (
          <>
            <AddressLines name={buyerName} address={shippingAddress} />
            {!shippingAddress && <p className="aside">{t('orders.record.noAddress')}</p>}
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

/** What buyers may request: an export of their data, and its erasure (product §5). */
function BuyerData({ email }: { email: string }) {
  return (
    <div className="row tall-narrow">
      <a href={`/api/orders/buyer.json${stringifySearch({ email })}`} download className={buttonClass()}>
        {t('orders.exportBuyer')}
      </a>
      <OpenButton dialog={(state) => <EraseDialog email={email} {...state} />}>{t('orders.erase.open')}</OpenButton>
    </div>
  )
}
