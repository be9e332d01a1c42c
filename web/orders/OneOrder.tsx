import '#web/ui/later.css'
import type { ComponentProps } from 'react'
import { BackToOrders } from '#web/orders/BackToOrders.tsx'
import { BuyerPanel } from '#web/orders/BuyerPanel.tsx'
import { LinesPanel } from '#web/orders/LinesPanel.tsx'
import { OrderHead } from '#web/orders/OrderHead.tsx'
import css from '#web/orders/OrderPage.module.css'
import { OrderTimeline } from '#web/orders/OrderTimeline.tsx'
import { PaymentPanel } from '#web/orders/PaymentPanel.tsx'
import { isAdminOrder, type ShownOrder } from '#web/orders/shown-order.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Props = ComponentProps<typeof BackToOrders> & { query: Parameters<typeof DataState<ShownOrder>>[0]['query'] }

/** One order, as far as the viewer may see it; a foreign one looks exactly like an unknown one (product §2). */
export function OneOrder({ to, query }: Props) {
  return (
    <>
      <BackToOrders to={to} />
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
            <Panel title={t('orders.record.timeline')} flush>
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
