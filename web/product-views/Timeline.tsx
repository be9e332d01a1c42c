import { useInfiniteQuery } from '@tanstack/react-query'
import type { TimelineEntry } from '#contract/products.ts'
import type { EventKind } from '#domain/event.ts'
import { isTakeDown } from '#domain/event-kinds.ts'
import { Changes } from '#web/history/Changes.tsx'
import { EventIcon } from '#web/history/EventIcon.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import css from '#web/product-views/Timeline.module.css'
import { More } from '#web/ui/More.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** The timeline of a product, newest first, as far as this person may see it: what, who, when, why, and the changes of fields. */
export function Timeline({ id }: { id: string }) {
  const list = useInfiniteQuery(
    rpc.products.timeline.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  return (
    <>
      <DataState query={{ ...list, data: list.data?.pages.flatMap(({ rows }) => rows) }}>
        {(entries) => (
          <ol className="list ruled">
            {entries.filter(isStep).map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </DataState>
      <More list={list} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

type StepKind = Extract<EventKind, `product.${string}` | `editRequest.${string}`>
type Step = TimelineEntry & { kind: StepKind }
const isStep = (entry: TimelineEntry): entry is Step => /^(product|editRequest)\./.test(entry.kind)

function Entry({ entry }: { entry: Step }) {
  const { kind, at, by, byAdmin, reason } = entry
  return (
    <li className={css.entry}>
      <EventIcon kind={kind} />
      <div className={css.words}>
        <p className="strong">{isTakeDown(entry) ? t('productDetails.takenDown') : t(`productDetails.happened.${kind}`)}</p>
        <Changes entry={entry} />
        {reason && <p className="quote">{reason}</p>}
        <p className="aside">
          {by ?? t(byAdmin ? 'productDetails.anAdmin' : 'productDetails.system')} · <Ago at={at} />
        </p>
      </div>
    </li>
  )
}
