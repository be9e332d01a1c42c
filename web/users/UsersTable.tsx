import '#web/ui/later.css'
import { Link } from '@tanstack/react-router'
import type { UserRow } from '#contract/users.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Avatar } from '#web/platform/Person.tsx'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { useMe } from '#web/platform/session/use-me.ts'
import { SortHead } from '#web/ui/SortHead.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Day } from '#web/ui/Time.tsx'
import { UserMenu } from '#web/users/UserActions.tsx'
import { UserStatusTag } from '#web/users/UserStatusTag.tsx'
import css from '#web/users/UsersPage.module.css'
import type { UserColumn, UserSort } from '#web/users/user-search.ts'

type Props = { users: UserRow[]; sort: UserSort | undefined; onSort: (sort: UserSort) => void; shows: Shows<UserColumn> }

/** People, one per row, or per card on a narrow screen. */
export function UsersTable({ users, sort = 'newest', onSort, shows }: Props) {
  const head = { sort, onSort }
  return (
    <Table
      heads={[
        <SortHead
          key="name"
          label={t('users.columns.name')}
          ascending="name"
          below={{ label: t('users.columns.email'), ascending: 'email' }}
          {...head}
        />,
        shows('role') && t('users.columns.role'),
        t('users.columns.status'),
        shows('joined') && <SortHead key="joined" label={t('users.columns.joined')} ascending="oldest" descending="newest" {...head} />,
        { unseen: t('users.columns.actions') },
      ]}
    >
      {users.map((user) => (
        <UserTableRow key={user.id} user={user} shows={shows} />
      ))}
    </Table>
  )
}

function UserTableRow({ user, shows }: { user: UserRow } & Pick<Props, 'shows'>) {
  const me = useMe()
  return (
    <tr>
      <td className="main-cell wide-cell">
        <div className="line gap-10">
          <Avatar name={user.name} picture={user.avatar} size={36} />
          <div className="shrinks">
            <div className="name-line inherits">
              <Link to="/admin/users/$id" params={{ id: user.id }} className="opens-row">
                {user.name}
              </Link>
              {user.id === me.id && <Tag tone="blue">{t('users.you')}</Tag>}
              {user.isSupport && <Tag tone="blue">{t('users.support')}</Tag>}
            </div>
            <div className="aside breaks">
              {user.shopName && (
                <>
                  <bdi>{user.shopName}</bdi>
                  {' · '}
                </>
              )}
              {user.email}
            </div>
          </div>
        </div>
        {user.suspensionReason && <div className="as-written refusal">{user.suspensionReason}</div>}
      </td>
      {shows('role') && <td data-label={t('users.columns.role')}>{t(`users.role.${user.role}`)}</td>}
      <td data-label={t('users.columns.status')}>
        <UserStatusTag status={user.status} />
      </td>
      {shows('joined') && (
        <td data-label={t('users.columns.joined')}>
          <Day at={user.createdAt} />
        </td>
      )}
      <td className={css.moves}>
        <UserMenu user={user} />
      </td>
    </tr>
  )
}
