import { useQuery } from '@tanstack/react-query'
import type { OrderEvent } from '#contract/orders.ts'
import type { EventKind } from '#domain/event.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { Happenings } from '#web/product-views/Timeline.tsx'

/** The events of an order that the viewer may see, newest first. */
export function OrderTimeline({ id }: { id: string }) {
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
  return about.length > 0 && <p>{about.join(' · ')}</p>
}
