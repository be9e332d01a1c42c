import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { OrderEvent } from '#contract/orders.ts'
import type { EventKind } from '#domain/event-kinds.ts'
import { BuyerPanel } from '#web/orders/BuyerPanel.tsx'
import { LinesPanel } from '#web/orders/LinesPanel.tsx'
import css from '#web/orders/OrderPage.module.css'
import { PaymentTag } from '#web/orders/OrderTags.tsx'
import { PackingSlip } from '#web/orders/PackingSlip.tsx'
import { PaymentPanel } from '#web/orders/PaymentPanel.tsx'
import { Shipped } from '#web/orders/Shipped.tsx'
import { isAdminOrder, type ShownOrder } from '#web/orders/shown-order.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { BackToList } from '#web/platform/queries/BackToList.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Happenings } from '#web/product-views/Timeline.tsx'
import IconPrinter from '#web/ui/icons/IconPrinter.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago } from '#web/ui/Time.tsx'
import { WhyButton } from '#web/ui/WhyButton.tsx'

/** `/admin/orders/{id}`: a whole order. */
export function AdminOrderPage() {
  const { id } = useParams({ from: '/layout/admin/orders/$id' })
  return <OneOrder key={id} to="/admin/orders" query={useQuery(rpc.orders.get.queryOptions({ input: { id } }))} />
}

/** `/seller/orders/{id}`: the seller's own lines of an order. */
export function SellerOrderPage() {
  const { id } = useParams({ from: '/layout/seller/orders/$id' })
  return <OneOrder key={id} to="/seller/orders" query={useQuery(rpc.orders.getOwn.queryOptions({ input: { id } }))} />
}

type Props = ComponentProps<typeof BackToList> & { query: Parameters<typeof DataState<ShownOrder>>[0]['query'] }

/** One order, as far as the viewer may see it; a foreign one looks exactly like an unknown one (product §2). */
function OneOrder({ to, query }: Props) {
  return (
    <>
      <BackToList to={to} />
      {!query.data && <PageHeader title={t('orders.record.window')} />}
      <DataState query={query}>{(order) => <Shown order={order} />}</DataState>
    </>
  )
}

function Shown({ order }: { order: ShownOrder }) {
  return (
    <>
      <OrderHead order={order} />
      <div className={`${css.columns} columns`}>
        <div className="loose stack">
          <LinesPanel order={order} />
          <div className="last">
            <Panel title={t('productDetails.timeline')} flush>
              <OrderTimeline id={order.id} />
            </Panel>
          </div>
        </div>
        <div className="loose stack">
          {isAdminOrder(order) && <PaymentPanel order={order} />}
          <BuyerPanel order={order} />
        </div>
      </div>
    </>
  )
}

/** The number and status of the order, and its packing slip. */
function OrderHead({ order }: { order: ShownOrder }) {
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
              <Dotted>
                <span>
                  {t('orders.columns.placed')} <Ago at={placedAt} />
                </span>
                {isAdminOrder(order) && t('orders.record.from', { source: order.source })}
                {isAdminOrder(order) && order.externalId !== null && t('orders.record.externalId', { id: order.externalId })}
              </Dotted>
            </span>
          </span>
        }
        actions={
          <WhyButton why={why} icon={<IconPrinter size={16} />} onClick={() => window.print()}>
            {t('orders.slip.title')}
          </WhyButton>
        }
      />
      <PackingSlip order={order} />
    </>
  )
}

/** The events of an order that the viewer may see, newest first. */
function OrderTimeline({ id }: { id: string }) {
  const query = useQuery(rpc.orders.timeline.queryOptions({ input: { id } }))
  return (
    <DataState query={query}>
      {({ rows }) => (
        <Happenings
          item={id}
          steps={rows.toReversed().filter(isStep)}
          nameOf={(step) => t(`orders.happened.${step.kind}`)}
          // Sellers do not see the names of people who act for the marketplace.
          actorOf={({ by, byAdmin }) => by ?? (byAdmin ? t('orders.by.marketplace') : null)}
          aboutOf={(step) => <About step={step} />}
        />
      )}
    </DataState>
  )
}

type StepKind = Extract<EventKind, `order.${string}`>
type Step = OrderEvent & { kind: StepKind }
const isStep = (event: OrderEvent): event is Step => event.kind.startsWith('order.')

function About({ step: { title, carrier, tracking, amount } }: { step: Step }) {
  const money = useMoney()
  const about = [title, amount === null ? null : money(amount), [carrier, tracking].filter(Boolean).join(' ')].filter(Boolean)
  return (
    about.length > 0 && (
      <p>
        <Dotted>{about}</Dotted>
      </p>
    )
  )
}
