import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { limits } from '#domain/limits.ts'
import css from '#web/dashboard/Waits.module.css'
import { useNotReady } from '#web/orders/use-not-ready.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import IconCheckbox from '#web/ui/icons/IconCheckbox.tsx'
import IconGitPullRequest from '#web/ui/icons/IconGitPullRequest.tsx'
import IconMessages from '#web/ui/icons/IconMessages.tsx'
import IconTruckDelivery from '#web/ui/icons/IconTruckDelivery.tsx'
import type { Icon } from '#web/ui/icons/icon.tsx'
import { shownCount } from '#web/ui/shown-count.ts'
import tones from '#web/ui/tones.module.css'

type Noun = keyof ReturnType<typeof useWaiting>
type Tile = { noun: Noun; icon: Icon; link: Pick<LinkProps, 'to' | 'search'> }

const tiles: Tile[] = [
  { noun: 'products', icon: IconCheckbox, link: { to: '/admin/product-approval' } },
  { noun: 'edits', icon: IconGitPullRequest, link: { to: '/admin/edit-requests' } },
  { noun: 'chats', icon: IconMessages, link: { to: '/admin/chats', search: { filter: 'unread' } } },
  { noun: 'lines', icon: IconTruckDelivery, link: { to: '/admin/orders', search: { lineStatus: 'open' } } },
]

/** Waiting work by queue; each count links to its list. */
export function Waits() {
  const waiting = useWaiting()
  return (
    <section aria-label={t('products.home.waits')}>
      <ul className={`${css.tiles} list`}>
        {tiles.map(({ noun, icon: Icon, link }) => {
          const count = waiting[noun]
          const waits = count !== undefined && count > 0
          return (
            <li key={noun}>
              <Link {...link} className={`${css.tile} stack gap-2 card muted`} data-waits={waits}>
                <span className="line between">
                  <span className={waits ? 'large-number ink' : 'large-number'}>{count === undefined ? '–' : shownCount(count)}</span>
                  <span className={`${css.icon} middle ${waits ? tones.blue : tones.grey}`} aria-hidden>
                    <Icon size={18} stroke={1.75} />
                  </span>
                </span>{' '}
                <span>{t(`dashboard.waits.${noun}`, { count: count ?? 0 })}</span>
                {noun === 'lines' && <InOrders />}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/**
 * The number of orders behind these lines, which the link opens, and how many of them are unpaid or were refunded; nothing if there are none,
 * or more lines than are counted. It keeps its place while it loads.
 */
function InOrders() {
  const { data } = useQuery(rpc.orders.unshipped.queryOptions())
  const notReady = useNotReady()
  const { orders = 0, lines = 0 } = data ?? {}
  const parts = [orders > 0 && t('dashboard.waits.orders', { count: orders }), notReady]
  const text = lines > limits.queue.shownMax ? '' : parts.filter(Boolean).join(', ')
  if (data && text === '') return null
  return <span className={css.where}>{text && ` ${text}`}</span>
}

/** Counts of the work that waits for admins; undefined until loaded. The navigation uses the same queries. */
function useWaiting() {
  const products = useQuery(rpc.products.waiting.queryOptions())
  const edits = useQuery(rpc.editRequests.waiting.queryOptions())
  const chats = useQuery(rpc.chats.unread.queryOptions())
  const lines = useQuery(rpc.orders.unshipped.queryOptions())
  return { products: products.data?.pending, edits: edits.data?.pending, chats: chats.data?.unread, lines: lines.data?.lines }
}
