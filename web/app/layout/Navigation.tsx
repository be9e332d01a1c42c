import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Me } from '#contract/users.ts'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { limits } from '#domain/limits.ts'
import { type ListPath, type Path, patternOf, routes } from '#domain/routes.ts'
import css from '#web/app/layout/Navigation.module.css'
import { type NavLink, navigation, titleOf } from '#web/app/layout/navigation.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { SavedViewLinks } from '#web/saved-views/SavedViewLinks.tsx'
import { useSavedViews } from '#web/saved-views/views.ts'
import IconStar from '#web/ui/icons/IconStar.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

const SavedViewsDialog = lazyDialog(() => import('#web/saved-views/SavedViewsDialog.tsx'), 'SavedViewsDialog')

/** The links of the back office, with counts of what waits. */
export function Navigation({ me }: { me: Me }) {
  return (
    <nav aria-label={t('layout.main')} className={`${css.nav} column ruled`}>
      {navigation[me.role].map((group) => (
        <ul key={group[0]?.to} className={`${css.group} list stack gap-2`}>
          {group.map((link) => (
            <li key={link.to}>
              <NavItem link={link} />
              {isList(link.to) && <SavedViewLinks list={link.to} />}
            </li>
          ))}
        </ul>
      ))}
      <AllViews />
    </nav>
  )
}

/** Opens the list of all saved views; absent until there is one. It stays when the last one is deleted there, since it gets the focus back. */
function AllViews() {
  const [open, setOpen] = useState(false)
  const views = useSavedViews()
  const wasOpened = useRef(false)
  if (open) wasOpened.current = true
  if (views.length === 0 && !wasOpened.current) return null
  return (
    <div className={css.group}>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${css.link} line muted tall-touch hovers full`}
        onClick={() => setOpen(true)}
      >
        <IconStar size={18} stroke={1.75} />
        {t('savedViews.all')}
      </button>
      {open && <SavedViewsDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

const isList = (path: Path): path is ListPath => routes[path].hasViews === true

function listOf(path: string): string | undefined {
  const page = patternOf(path)
  return page ? routes[page].list : undefined
}

function NavItem({ link: { to, icon: Icon, badge } }: { link: NavLink }) {
  const isListOfItem = useRouterState({ select: ({ location }) => listOf(location.pathname) === to })
  return (
    <Link
      to={to}
      className={`${css.link} line muted tall-touch hovers option plain-link`}
      {...(isListOfItem && { 'aria-current': 'page' })}
    >
      <Icon size={18} stroke={1.75} />
      <span className="grow">{titleOf(to)}</span>
      {badge && <Badge of={badge} />}
    </Link>
  )
}

function Badge({ of }: { of: NonNullable<NavLink['badge']> }) {
  if (of === 'orders') return <ToShip />
  return of === 'chats' ? <Unread /> : <Waiting noun={of} />
}

/** How many wait; exact to 999 (product §6). */
function Waiting({ noun }: { noun: BulkNoun }) {
  const { data } = useQuery(noun === 'products' ? rpc.products.waiting.queryOptions() : rpc.editRequests.waiting.queryOptions())
  return <Count count={data?.pending} text={(counted) => t('layout.waiting', counted)} />
}

/** For sellers: orders to be shipped, as on their home page. For admins: lines, as on the dashboard. */
function ToShip() {
  const { role } = useMe()
  const { data } = useQuery(rpc.orders.unshipped.queryOptions())
  // Orders are counted among as many lines as are counted.
  const isInOrders = role === 'seller' && data && data.lines <= limits.queue.shownMax
  return <Count count={isInOrders ? data.orders : data?.lines} text={(counted) => t('layout.toShip', counted)} />
}

/** For admins: unread chats. For sellers: messages that no one on their side has read. */
function Unread() {
  const { data } = useQuery(rpc.chats.unread.queryOptions())
  return <Count count={data?.unread} text={(counted) => t('layout.unread', counted)} />
}

type Counted = { count: number; shown: string }

function Count({ count = 0, text }: { count: number | undefined; text: (counted: Counted) => string }) {
  if (count === 0) return null
  const shown = shownCount(count)
  return (
    <>
      <span className="count" aria-hidden>
        {shown}
      </span>
      <span className="visually-hidden">{`, ${text({ count, shown })}`}</span>
    </>
  )
}
