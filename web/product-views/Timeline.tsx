import { Fragment } from 'react'
import type { TimelineEntry } from '#contract/products.ts'
import type { EventKind } from '#domain/event.ts'
import { isTakeDown } from '#domain/event-kinds.ts'
import { Changes } from '#web/history/Changes.tsx'
import { EventIcon } from '#web/history/EventIcon.tsx'
import { happenings } from '#web/history/happenings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { LoadedRows } from '#web/platform/loading/PagedRows.tsx'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import css from '#web/product-views/Timeline.module.css'
import { Ago } from '#web/ui/Time.tsx'

/** The timeline of a product, newest first, as far as this person may see it: what, who, when, why, and the changes of fields. */
export function Timeline({ id }: { id: string }) {
  const list = usePagedQuery(rpc.products.timeline, { id })
  return (
    <LoadedRows list={list}>
      {(entries) => (
        <ol className="list ruled">
          {happenings(entries.filter(isStep), (entry) => ({ ...entry, item: id, by: entry.by ?? `${entry.byAdmin}` })).map((steps) => (
            <Happening key={steps[0]?.id} steps={steps} />
          ))}
        </ol>
      )}
    </LoadedRows>
  )
}

type StepKind = Extract<EventKind, `product.${string}` | `editRequest.${string}`>
type Step = TimelineEntry & { kind: StepKind }
const isStep = (entry: TimelineEntry): entry is Step => /^(product|editRequest)\./.test(entry.kind)

/** Steps of one happening, oldest first. */
function Happening({ steps }: { steps: readonly Step[] }) {
  const newest = steps.at(-1)
  if (!newest) return null
  const { kind, at, by, byAdmin } = newest
  return (
    <li className={css.entry}>
      <EventIcon kind={kind} />
      <div className={css.words}>
        <p className="strong">{steps.map(nameOf).join(' · ')}</p>
        {steps.map((step) => (
          <Fragment key={step.id}>
            <Changes entry={step} />
            {step.reason && <p className="quote">{step.reason}</p>}
          </Fragment>
        ))}
        <p className="aside">
          {by ?? t(byAdmin ? 'productDetails.anAdmin' : 'productDetails.system')} · <Ago at={at} />
        </p>
      </div>
    </li>
  )
}

const nameOf = (step: Step): string => (isTakeDown(step) ? t('productDetails.takenDown') : t(`productDetails.happened.${step.kind}`))
