import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { sellsAs } from '#domain/person-names.ts'
import { AddressLines, Lines } from '#web/orders/AddressLines.tsx'
import css from '#web/orders/PackingSlip.module.css'
import { hasSeller, type ShownLine, type ShownOrder } from '#web/orders/shown-order.ts'
import { useWholeOrders } from '#web/orders/use-whole-orders.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { shownNumber } from '#web/ui/shown-count.ts'
import { shortDate } from '#web/ui/time.ts'
import { toast } from '#web/ui/toasts.ts'

/** The print version of an order, however it is printed: contents and address of the parcel, without prices. */
export function PackingSlip({ order }: { order: ShownOrder }) {
  const { number, placedAt, buyerName, shippingAddress, lines } = order
  const { marketplaceName, logo } = useMarketplace()
  const toPack = lines.filter(({ status }) => status !== 'cancelled')
  const sellers = Map.groupBy(toPack, (line) => (hasSeller(line) ? line.seller_id : null))
  return createPortal(
    <article className={`${css.slip} printed-only`} aria-label={t('orders.slip.title')}>
      <header className={css.head}>
        {logo && <img className={css.logo} src={logo.url} alt="" width={logo.width} height={logo.height} />}
        <h1>{t('orders.slip.title')}</h1>
        <p>
          {marketplaceName} · {t('orders.called', { number })} · {shortDate(placedAt)}
        </p>
      </header>
      <div className={css.parties}>
        <div>
          <h2>{t('orders.slip.to')}</h2>
          <AddressLines buyerName={buyerName} address={shippingAddress} />
        </div>
        {'sender' in order && (
          <div>
            <h2>{t('common.from')}</h2>
            <Lines lines={[order.sender.name, ...order.sender.address.split('\n')]} />
          </div>
        )}
      </div>
      {[...sellers].map(([id, sold]) => (
        <Contents key={id} order={t('orders.called', { number })} lines={sold} />
      ))}
      {toPack.length === 0 && <p>{t('orders.slip.none')}</p>}
    </article>,
    document.body,
  )
}

/** The contents from one seller. The head repeats on each printed page, so that a single sheet still names its order. */
function Contents({ order, lines }: { order: string; lines: readonly ShownLine[] }) {
  const seller = lines.find(hasSeller)?.seller
  // What was in an earlier parcel is not packed again.
  const isRest = lines.some(({ status }) => status === 'open')
  return (
    <table className={`${css.contents} unbroken`}>
      <thead>
        <tr className={css.about}>
          <th colSpan={4}>
            <span className={css.order}>{order}</span>
            {seller && <bdi>{t('orders.slip.sold', { name: sellsAs(seller) })}</bdi>}
          </th>
        </tr>
        <tr className="nowrap">
          <th scope="col">{t('orders.slip.packed')}</th>
          <th scope="col">{t('orders.slip.quantity')}</th>
          <th scope="col">{t('orders.record.product')}</th>
          <th scope="col">{t('orders.slip.sku')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, quantity, title, sku, status }) => (
          <tr key={id}>
            <td className="nowrap">{isRest && status !== 'open' ? t(`orders.line.${status}`) : <span className={css.box} />}</td>
            <td>{shownNumber(quantity)}</td>
            <td className="full">{title}</td>
            <td>
              <span className={css.sku}>{sku ?? '–'}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = { of: readonly { id: string; number: string }[]; onDone: () => void }

/** Prints the packing slips of these orders, each from a new page. If one cannot be loaded afresh, it says why and prints none. */
export function PackingSlips({ of, onDone }: Props) {
  const { orders, failed, isFresh } = useWholeOrders(of)
  const problem = failed && t('orders.slip.failed', { number: failed.number, problem: problemOf(failed.error).message })
  useEffect(() => {
    if (problem) {
      toast(problem, 'bad')
      return onDone()
    }
    if (!isFresh) return
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [isFresh, problem, onDone])
  return orders.map((order) => <PackingSlip key={order.id} order={order} />)
}
