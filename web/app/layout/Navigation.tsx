import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Me } from '#contract/users.ts'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { limits } from '#domain/limits.ts'
import { type ListPath, type Path, patternOf, routes } from '#domain/routes.ts'
import css from '#web/app/layout/Navigation.module.css'
import { type NavLink, navigation, profile, titleOf } from '#web/app/layout/navigation.ts'
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
  const groups: NavLink[][] = me.lacksSecondFactor ? [[profile]] : navigation[me.role]
  return (
    <nav aria-label={t('layout.main')} className={`${css.nav} column ruled`}>
      {groups.map((group) => (
        <ul key={group[0]?.to} className={`${css.group} list stack gap-2`}>
          {group.map((link) => (
            <li key={link.to}>
              <NavItem link={link} />
              {isList(link.to) && <SavedViewLinks list={link.to} />}
            </li>
          ))}
        </ul>
      ))}
      {!me.lacksSecondFactor && <AllViews />}
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

type ItemProps = { link: NavLink }

function NavItem({ link }: ItemProps) {
  const { badge } = link
  if (badge === undefined) return <Item link={link} />
  if (badge === 'orders') return <ToShip link={link} />
  return badge === 'chats' ? <Unread link={link} /> : <Waiting noun={badge} link={link} />
}

/** How many wait; exact to 999 (product §6). */
function Waiting({ noun, link }: ItemProps & { noun: BulkNoun }) {
  const { data } = useQuery(noun === 'products' ? rpc.products.waiting.queryOptions() : rpc.editRequests.waiting.queryOptions())
  return <Item link={link} count={data?.pending} text={(counted) => t('layout.waiting', counted)} />
}

/** For sellers: orders to be shipped, as on their home page. For admins: lines, as on the dashboard. */
function ToShip({ link }: ItemProps) {
  const { role } = useMe()
  const { data } = useQuery(rpc.orders.unshipped.queryOptions())
  // Orders are counted among as many lines as are counted.
  const isInOrders = role === 'seller' && data && data.lines <= limits.queue.shownMax
  return <Item link={link} count={isInOrders ? data.orders : data?.lines} text={(counted) => t('layout.toShip', counted)} />
}

/** For admins: unread chats. For sellers: messages that no one on their side has read. */
function Unread({ link }: ItemProps) {
  const { data } = useQuery(rpc.chats.unread.queryOptions())
  return <Item link={link} count={data?.unread} text={(counted) => t('layout.unread', counted)} />
}

type Counted = { count: number; shown: string }

function Item({
  link: { to, icon: Icon },
  count = 0,
  text,
}: ItemProps & { count?: number | undefined; text?: (counted: Counted) => string }) {
  const isListOfItem = useRouterState({ select: ({ location }) => listOf(location.pathname) === to })
  const title = titleOf(to)
  const shown = shownCount(count)
  return (
    <Link
      to={to}
      className={`${css.link} line muted tall-touch hovers option plain-link`}
      {...(isListOfItem && { 'aria-current': 'page' })}
      // From hidden words beside the title, browsers would make "Orders , 4 to ship".
      aria-label={count > 0 && text ? `${title}, ${text({ count, shown })}` : undefined}
    >
      <Icon size={18} stroke={1.75} />
      <span className="grow">{title}</span>
      {count > 0 && (
        // The space keeps what is read in the name, as voice control needs it.
        <>
          {' '}
          <span className="count">{shown}</span>
        </>
      )}
    </Link>
  )
}
