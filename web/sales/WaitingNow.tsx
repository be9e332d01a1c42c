import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Moderation } from '#contract/sales.ts'
import { t } from '#web/platform/i18n/messages.ts'
import list from '#web/sales/Review.module.css'
import { shownDuration } from '#web/ui/shown-duration.ts'
import { Ago } from '#web/ui/Time.tsx'

type Waiting = Moderation['waiting']

/** The queues, longest waiting first. */
const queues = { products: '/admin/product-approval', edits: '/admin/edit-requests' } as const
const both = ['products', 'edits'] as const

/** What waits for review now, whatever the chosen days; each figure links to its queue. */
export function WaitingNow({ waiting }: { waiting: Waiting }) {
  const { oldest, oldestOf } = waiting
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
        <dl className={`${list.facts} ruled topped`}>
          <div>
            <dt className="muted">{t('sales.moderation.oldest')}</dt>
            <dd>
              {oldest ? (
                <Link to={queues[oldestOf ?? 'products']}>
                  <Ago at={oldest} />
                </Link>
              ) : (
                '–'
              )}
            </dd>
          </div>
          <div>
            <dt className="muted">{t('sales.moderation.medianAge')}</dt>
            <dd>
              <MedianAge waiting={waiting} />
            </dd>
          </div>
        </dl>
      </div>
    </section>
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
