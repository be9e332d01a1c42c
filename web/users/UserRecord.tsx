import '#web/ui/later.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UserRecord as UserRecordData } from '#contract/users.ts'
import { daysOf } from '#domain/day-presets.ts'
import { sellsAs } from '#domain/person-names.ts'
import { HistoryList } from '#web/history/HistoryList.tsx'
import NewestOrders from '#web/orders/NewestOrders.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { LoadedRows } from '#web/platform/loading/PagedRows.tsx'
import { Avatar } from '#web/platform/Person.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { SellerFigures } from '#web/product-views/SellerRecord.tsx'
import { Figures } from '#web/sales/Figures.tsx'
import { toRows } from '#web/sales/rows-of.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { AnnouncementButton } from '#web/users/AnnouncementDialog.tsx'
import { AssignProductsButton } from '#web/users/AssignProducts.tsx'
import { NoticesSent, useNoticesSent } from '#web/users/NoticesSent.tsx'
import { UserActions } from '#web/users/UserActions.tsx'
import { ChatButton, UserChat } from '#web/users/UserChat.tsx'
import { UserDevices } from '#web/users/UserDevices.tsx'
import { UserFacts } from '#web/users/UserFacts.tsx'
import css from '#web/users/UserPage.module.css'
import { UserProducts } from '#web/users/UserProducts.tsx'
import { UserStatusTag } from '#web/users/UserStatusTag.tsx'

/** Who a person is, how their sales and products are doing, and what they were told. */
export function UserRecord({ user }: { user: UserRecordData }) {
  const { id, name, shopName, avatar, email, role, status, isSupport } = user
  const me = useMe()
  const notices = useNoticesSent(id)
  return (
    <>
      <PageHeader
        title={sellsAs(user)}
        picture={<Avatar name={name} picture={avatar} size={56} />}
        lead={
          <span className="lead-line">
            {shopName && <bdi>{name}</bdi>}
            {status === 'closed' ? email : <a href={`mailto:${email}`}>{email}</a>}
            <UserStatusTag status={status} />
            {isSupport && <Tag tone="blue">{t('users.support')}</Tag>}
          </span>
        }
      />
      <div className="below-title row gap-6">
        <UserActions user={user} />
        {/* Together on the next line where not all fit. */}
        <div className="row gap-6">
          {status === 'active' && id !== me.id && <AnnouncementButton to={user} />}
          {role === 'seller' && status !== 'closed' && <ChatButton id={id} />}
        </div>
      </div>
      <div className="stack">
        {role === 'seller' && <SellerSales id={id} />}
        <div className={`${css.columns} columns`}>
          <div className="stack">
            <Panel title={t('users.record.account')}>
              <UserFacts user={user} />
            </Panel>
            {status !== 'closed' && <UserDevices id={id} name={name} />}
            <Panel
              title={t('users.record.productsSoFar')}
              actions={
                <Link to="/admin/product-approval" search={{ seller: id }}>
                  {t('users.record.toQueue')}
                </Link>
              }
            >
              <SellerFigures id={id} hasName={false} />
            </Panel>
            <Panel
              title={t('users.record.products')}
              actions={
                <Link to="/admin/products" search={{ seller_id: id }}>
                  {t('products.form.back')}
                </Link>
              }
              flush
            >
              <UserProducts id={id} />
              {Object.values(user.products).some((count) => count > 0) && (
                <div className={css.assign}>
                  <AssignProductsButton userId={id} />
                </div>
              )}
            </Panel>
            {role === 'seller' && (
              <Panel
                title={t('users.record.orders')}
                actions={
                  <Link to="/admin/orders" search={{ seller_id: id }}>
                    {t('orders.record.toList')}
                  </Link>
                }
                flush
              >
                <NewestOrders id={id} />
              </Panel>
            )}
            {id !== me.id && !isSupport && <UserChat id={id} />}
          </div>
          <div className="stack">
            <Panel title={t('users.record.told')} flush>
              <NoticesSent list={notices} />
            </Panel>
            {/* Waits for the notices above it, which would move it. */}
            {!isFirstLoad(notices) && (
              <Panel
                title={t('titles.history')}
                actions={
                  <Link to="/admin/history" search={{ search: email }}>
                    {t('users.record.all')}
                  </Link>
                }
                flush
              >
                <UserTimeline id={id} />
              </Panel>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

const figures = ['gross', 'orders', 'units', 'averageOrderValue', 'cancellationRate'] as const

/** A seller's sales of the last 30 days, beside the 30 days before, which end at the same time of day as it is today. */
function SellerSales({ id }: { id: string }) {
  const days = daysOf({ range: 'last30' }, useToday())
  const query = useQuery(rpc.sales.figures.queryOptions({ input: { ...days, step: 'month', seller_id: id } }))
  return (
    <Panel title={t('users.record.sales')} flush>
      <DataState query={query} loading={<Figures names={figures} now={undefined} before={undefined} />}>
        {({ totals, totalsBefore }) => (
          <Figures names={figures} now={totals} before={totalsBefore} rows={(name) => toRows(name, days, { seller_id: id })} />
        )}
      </DataState>
    </Panel>
  )
}

/** How many events a page of the history shows here. */
const eventsShown = 10

/** The events that a person caused or that concern them, by day. */
function UserTimeline({ id }: { id: string }) {
  const list = usePagedQuery(rpc.history.list, { userId: id, limit: eventsShown })
  return <LoadedRows list={list}>{(entries) => <HistoryList entries={entries} level="h3" pageOf={id} />}</LoadedRows>
}
