import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Moderation } from '#contract/sales.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ReviewFacts } from '#web/sales/ModerationTables.tsx'
import list from '#web/sales/Review.module.css'
import { shownDuration } from '#web/ui/shown-duration.ts'
import { Ago } from '#web/ui/Time.tsx'

type Waiting = Moderation['waiting']

/** The queues, longest waiting first. */
const queues = { products: '/admin/product-approval', edits: '/admin/edit-requests' } as const
const both = ['products', 'edits'] as const

/** What waits for review now, whatever the chosen days; each figure links to its queue. */
export function WaitingNow({ waiting }: { waiting: Waiting }) {
  return (
    <section className="stack gap-8">
      <h3>{t('sales.moderation.now')}</h3>
      <div>
        <ul className={`${list.facts} list ruled`}>
          {both.map((queue) => (
            <li key={queue}>
              <Link to={queues[queue]}>{t(`sales.moderation.${queue}`, { count: waiting[queue] })}</Link>
            </li>
          ))}
        </ul>
        <ReviewFacts
          className="topped"
          facts={[
            [t('sales.moderation.oldest'), <Oldest key="oldest" waiting={waiting} />],
            [t('sales.moderation.medianAge'), <MedianAge key="age" waiting={waiting} />],
          ]}
        />
      </div>
    </section>
  )
}

/** Since when the oldest waits; links to its queue. */
function Oldest({ waiting: { oldest, oldestOf } }: { waiting: Waiting }) {
  if (!oldest) return '–'
  return (
    <Link to={queues[oldestOf ?? 'products']}>
      <Ago at={oldest} />
    </Link>
  )
}

/** The median age of what waits. With one queue it links there. With both, no list has all the rows, so it names and links both. */
function MedianAge({ waiting }: { waiting: Waiting }) {
  if (waiting.medianAgeMs === null) return '–'
  const age = shownDuration(waiting.medianAgeMs)
  const filled = both.filter((queue) => waiting[queue] > 0)
  if (filled.length < both.length) return <Link to={queues[filled[0] ?? 'products']}>{age}</Link>
  return (
    <>
      {age}{' '}
      <span className="block aside regular">
        {filled.map((queue) => (
          <Fragment key={queue}>
            {t(`sales.moderation.${queue}Among`)}{' '}
            <Link to={queues[queue]} className="nowrap" aria-label={t(`sales.moderation.${queue}Oldest`, { count: waiting[queue] })}>
              {t(`sales.moderation.${queue}Counted`, { count: waiting[queue] })}
            </Link>{' '}
          </Fragment>
        ))}
      </span>
    </>
  )
}
