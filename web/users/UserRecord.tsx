import '#web/ui/later.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UserRecord as UserRecordData } from '#contract/users.ts'
import { HistoryList } from '#web/history/HistoryList.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMe } from '#web/platform/session/use-me.ts'
import { SellerFigures } from '#web/product-views/SellerRecord.tsx'
import { More } from '#web/ui/More.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { AnnouncementButton } from '#web/users/AnnouncementButton.tsx'
import { AssignProductsButton } from '#web/users/AssignProducts.tsx'
import { UserActions } from '#web/users/UserActions.tsx'
import { UserDevices } from '#web/users/UserDevices.tsx'
import { UserFacts } from '#web/users/UserFacts.tsx'
import css from '#web/users/UserPage.module.css'
import { UserProducts } from '#web/users/UserProducts.tsx'
import { UserStatusTag } from '#web/users/UserStatusTag.tsx'

/** A person's account, what they sell, their record, and their history. */
export function UserRecord({ user }: { user: UserRecordData }) {
  const { id, name, email, status, isSupport } = user
  const me = useMe()
  return (
    <>
      <PageHeader
        title={name}
        lead={
          <span className="lead-line">
            {email}
            <UserStatusTag status={status} />
            {isSupport && <Tag tone="blue">{t('users.support')}</Tag>}
          </span>
        }
      />
      <div className={`${css.actions} row gap-6 tall-narrow`}>
        <UserActions user={user} />
        {status === 'active' && id !== me.id && <AnnouncementButton to={user} />}
      </div>
      <div className={`${css.columns} columns`}>
        <div className="stack">
          <Panel title={t('users.record.account')}>
            <UserFacts user={user} />
          </Panel>
          {status !== 'closed' && <UserDevices id={id} name={name} />}
          <Panel title={t('users.record.productsSoFar')}>
            <SellerFigures id={id} />
            <p className="more">
              <Link to="/admin/product-approval" search={{ seller: id }}>
                {t('users.record.toQueue')}
              </Link>
            </p>
            <p className="more">
              <Link to="/admin/orders" search={{ seller_id: id }}>
                {t('users.record.toOrders')}
              </Link>
            </p>
          </Panel>
          <Panel title={t('users.record.products')} flush>
            <UserProducts id={id} />
            {Object.values(user.products).some((count) => count > 0) && (
              <div className={css.assign}>
                <AssignProductsButton userId={id} />
              </div>
            )}
          </Panel>
        </div>
        <div className="stack">
          <Panel
            title={t('users.record.timeline')}
            actions={
              <Link to="/admin/history" search={{ search: email }}>
                {t('users.record.all')}
              </Link>
            }
            flush
          >
            <UserTimeline id={id} />
          </Panel>
        </div>
      </div>
    </>
  )
}

/** The events that a person caused or that concern them, by day. */
function UserTimeline({ id }: { id: string }) {
  const list = useInfiniteQuery(
    rpc.history.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ userId: id, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  return (
    <>
      <DataState query={{ ...list, data: list.data?.pages.flatMap(({ rows }) => rows) }}>
        {(entries) => <HistoryList entries={entries} level="h3" />}
      </DataState>
      <More list={list} onMore={() => void list.fetchNextPage()} />
    </>
  )
}
