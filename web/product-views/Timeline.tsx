import { Fragment, type ReactNode } from 'react'
import type { TimelineEntry } from '#contract/products.ts'
import { type EventKind, isTakeDown } from '#domain/event-kinds.ts'
import { Changes } from '#web/history/Changes.tsx'
import { EventIcon } from '#web/history/EventIcon.tsx'
import { happenings } from '#web/history/happenings.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { LoadedRows } from '#web/platform/loading/PagedRows.tsx'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import css from '#web/product-views/Timeline.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** The timeline of a product, newest first, as far as this person may see it: what, who, when, why, and the changes of fields. */
export function Timeline({ id }: { id: string }) {
  const list = usePagedQuery(rpc.products.timeline, { id })
  return (
    <LoadedRows list={list}>
      {(entries) => (
        <Happenings
          item={id}
          steps={entries.filter(isStep)}
          nameOf={(step) => (isTakeDown(step) ? t('productDetails.takenDown') : t(`productDetails.happened.${step.kind}`))}
          actorOf={({ by, byAdmin }) => by ?? t(byAdmin ? 'productDetails.anAdmin' : 'history.system')}
          aboutOf={(step) => <Reach kind={step.kind} />}
        />
      )}
    </LoadedRows>
  )
}

type StepKind = Extract<EventKind, `product.${string}` | `editRequest.${string}`>
type Step = TimelineEntry & { kind: StepKind }
const isStep = (entry: TimelineEntry): entry is Step => /^(product|editRequest)\./.test(entry.kind)

/** Whether buyers got to see the values below: those of an edit request are at first only proposed. */
function Reach({ kind }: { kind: StepKind }) {
  const isProposed = kind === 'editRequest.create' || kind === 'editRequest.edit'
  const isLive = kind === 'editRequest.approve' || kind === 'editRequest.approvePartly'
  if (!isProposed && !isLive) return null
  return (
    <p>
      <Tag tone={isLive ? 'green' : 'grey'}>{t(isLive ? 'productDetails.wentLive' : 'productDetails.proposed')}</Tag>
    </p>
  )
}

type HappeningsProps<Step> = {
  /** The product or order. */
  item: string
  /** Newest first. */
  steps: readonly Step[]
  nameOf: (step: Step) => string
  /** The name of the person who acted; null if it is not shown. */
  actorOf: (step: Step) => string | null
  /** Shown above the changes of a step. */
  aboutOf?: (step: Step) => ReactNode
}

/** The steps of a product or an order, newest first. Those of one happening stand together, such as several lines that were shipped at once. */
export function Happenings<Step extends TimelineEntry>({ item, steps: all, nameOf, actorOf, aboutOf }: HappeningsProps<Step>) {
  return (
    <ol className="list ruled">
      {happenings(all, (step) => ({ ...step, item, by: step.by ?? `${step.byAdmin}` })).map((steps) => {
        const newest = steps.at(-1)
        const name = newest && actorOf(newest)
        return (
          newest && (
            <li key={steps[0]?.id} className={css.entry}>
              <EventIcon kind={newest.kind} />
              <div className={`${css.words} stack grow gap-2 breaks`}>
                <p className="strong">
                  <Dotted>{[...new Set(steps.map(nameOf))]}</Dotted>
                </p>
                {steps.map((step) => (
                  <Fragment key={step.id}>
                    {aboutOf?.(step)}
                    <Changes entry={step} />
                    {step.reason && <p className="quote">{step.reason}</p>}
                  </Fragment>
                ))}
                <p className="aside">
                  <Dotted>
                    {name}
                    <Ago at={newest.at} />
                  </Dotted>
                </p>
              </div>
            </li>
          )
        )
      })}
    </ol>
  )
}
