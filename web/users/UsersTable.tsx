import '#web/ui/later.css'
import { Link } from '@tanstack/react-router'
import type { UserRow } from '#contract/users.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { Avatar } from '#web/platform/Person.tsx'
import type { Shows } from '#web/platform/queries/use-columns.tsx'
import { useMe } from '#web/platform/session/use-me.ts'
import { RowsTable } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Day } from '#web/ui/Time.tsx'
import { UserMenu } from '#web/users/UserActions.tsx'
import { UserStatusTag } from '#web/users/UserStatusTag.tsx'
import css from '#web/users/UsersPage.module.css'
import type { UserColumn, UserSort } from '#web/users/user-search.ts'

type Props = { users: UserRow[]; sort: UserSort | undefined; onSort: (sort: UserSort) => void; shows: Shows<UserColumn> }

/** People, one per row, or per card on a narrow screen. */
export function UsersTable({ users, sort = 'newest', onSort, shows }: Props) {
  return (
    <RowsTable
      rows={users}
      {...{ sort, onSort }}
      columns={[
        {
          label: t('users.columns.person'),
          sorts: { ascending: 'name', below: { label: t('users.columns.email'), ascending: 'email' } },
          className: 'main-cell wide-cell',
          bare: true,
          cell: (user) => <Who user={user} />,
        },
        shows('role') && { label: t('users.columns.role'), className: 'tagged', bare: true, cell: ({ role }) => t(`users.role.${role}`) },
        { label: t('common.status'), className: 'tagged', bare: true, cell: ({ status }) => <UserStatusTag status={status} /> },
        shows('joined') && {
          label: t('users.columns.joined'),
          sorts: { ascending: 'oldest', descending: 'newest' },
          cell: ({ createdAt }) => <Day at={createdAt} />,
        },
        { label: t('common.actions'), kind: 'unseen', className: css.moves, cell: (user) => <UserMenu user={user} /> },
      ]}
    />
  )
}

function Who({ user: { id, name, avatar, isSupport, shopName, email, suspensionReason } }: { user: UserRow }) {
  const me = useMe()
  return (
    <>
      <div className="line gap-10">
        <Avatar name={name} picture={avatar} size={36} />
        <div className="shrinks">
          <div className="name-line inherits">
            <Link to="/admin/users/$id" params={{ id }} className="opens-row">
              {name}
            </Link>
            {id === me.id && <Tag tone="blue">{t('users.you')}</Tag>}
            {isSupport && <Tag tone="blue">{t('users.support')}</Tag>}
          </div>
          <div className="aside breaks">
            <Dotted>
              {shopName ? <bdi>{shopName}</bdi> : null}
              {email}
            </Dotted>
          </div>
        </div>
      </div>
      {suspensionReason && <div className="as-written refusal">{suspensionReason}</div>}
    </>
  )
}
