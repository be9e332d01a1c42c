import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { PackingSlip } from '#web/orders/PackingSlip.tsx'
import { Shipped } from '#web/orders/Shipped.tsx'
import { isAdminOrder, type ShownOrder } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import IconPrinter from '#web/ui/icons/IconPrinter.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Ago } from '#web/ui/Time.tsx'
import { WhyButton } from '#web/ui/WhyButton.tsx'

/** The number and status of the order, and its packing slip. */
export function OrderHead({ order }: { order: ShownOrder }) {
  const { number, counts, placedAt, lines } = order
  const why = lines.every(({ status }) => status === 'cancelled') ? t('orders.slip.none') : null
  return (
    <>
      <PageHeader
        title={t('orders.called', { number })}
        lead={
          <span className="lead-line">
            <PaymentTag order={order} />
            <Shipped counts={counts} />
            <span>
              {t('orders.record.placed')} <Ago at={placedAt} />
              {isAdminOrder(order) && ` · ${originOf(order)}`}
            </span>
          </span>
        }
        actions={
          <WhyButton why={why} icon={<IconPrinter size={16} />} onClick={() => window.print()}>
            {t('orders.slip.print')}
          </WhyButton>
        }
      />
      <PackingSlip order={order} />
    </>
  )
}

const originOf = ({ source, externalId }: { source: string; externalId: string | null }): string =>
  [t('orders.record.from', { source }), ...(externalId === null ? [] : [t('orders.record.externalId', { id: externalId })])].join(' · ')
