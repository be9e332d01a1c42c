import { useQuery } from '@tanstack/react-query'
import type { OrderEvent } from '#contract/orders.ts'
import type { EventKind } from '#domain/event.ts'
import { Changes } from '#web/history/Changes.tsx'
import { EventIcon } from '#web/history/EventIcon.tsx'
import { happenings } from '#web/history/happenings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import css from '#web/product-views/Timeline.module.css'
import { Ago } from '#web/ui/Time.tsx'

/** The events of an order that the viewer may see, newest first. */
export function OrderTimeline({ id }: { id: string }) {
  const query = useQuery(rpc.orders.timeline.queryOptions({ input: { id } }))
  return (
    <DataState query={query}>
      {({ rows }) => (
        <ol className="list ruled">
          {happenings(rows.toReversed().filter(isStep), (step) => ({ ...step, item: id, by: step.by ?? `${step.byAdmin}` })).map(
            (steps) => (
              <Happening key={steps[0]?.id} steps={steps} />
            ),
          )}
        </ol>
      )}
    </DataState>
  )
}

type StepKind = Extract<EventKind, `order.${string}`>
type Step = OrderEvent & { kind: StepKind }
const isStep = (event: OrderEvent): event is Step => event.kind.startsWith('order.')

/** Steps of one happening, oldest first: several lines shipped together, or an order placed and paid. */
function Happening({ steps }: { steps: readonly Step[] }) {
  const newest = steps.at(-1)
  if (!newest) return null
  const names = [...new Set(steps.map(({ kind }) => t(`orders.happened.${kind}`)))]
  return (
    <li className={css.entry}>
      <EventIcon kind={newest.kind} />
      <div className={css.words}>
        <p className="strong">{names.join(' · ')}</p>
        {steps.map((step) => (
          <Told key={step.id} step={step} />
        ))}
        <p className="aside">
          {actorOf(newest)}
          <Ago at={newest.at} />
        </p>
      </div>
    </li>
  )
}

function Told({ step }: { step: Step }) {
  const money = useMoney()
  const { title, carrier, tracking, amount, reason } = step
  const about = [title, amount === null ? null : money(amount), [carrier, tracking].filter(Boolean).join(' ')].filter(Boolean)
  return (
    <>
      {about.length > 0 && <p>{about.join(' · ')}</p>}
      <Changes entry={step} />
      {reason && <p className="quote">{reason}</p>}
    </>
  )
}

/** Sellers do not see the names of people who act for the marketplace. */
function actorOf({ by, byAdmin }: OrderEvent): string | null {
  const name = by ?? (byAdmin ? t('orders.by.marketplace') : null)
  return name && `${name} · `
}
