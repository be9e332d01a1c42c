import type { User, UserStatus } from '#domain/user.ts'
import { useMe } from '#web/app/use-me.ts'
import { t } from '#web/messages/messages.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { Day } from '#web/ui/Time.tsx'
import table from '#web/ui/table.module.css'
import css from '#web/users/UsersPage.module.css'

const tones: Record<UserStatus, Tone> = { active: 'green', suspended: 'red', closed: 'grey' }

/** People, one per row; on a narrow screen one per card. */
export function UsersTable({ users }: { users: User[] }) {
  const me = useMe()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('users.columns.name')}</th>
          <th scope="col">{t('users.columns.email')}</th>
          <th scope="col">{t('users.columns.role')}</th>
          <th scope="col">{t('users.columns.status')}</th>
          <th scope="col">{t('users.columns.joined')}</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <span className={css.person}>
                {user.name}
                {user.id === me.id && <Tag tone="blue">{t('users.you')}</Tag>}
              </span>
            </td>
            <td className={css.email}>{user.email}</td>
            <td data-label={t('users.columns.role')}>{t(`users.role.${user.role}`)}</td>
            <td data-label={t('users.columns.status')}>
              <Tag tone={tones[user.status]}>{t(`users.status.${user.status}`)}</Tag>
            </td>
            <td data-label={t('users.columns.joined')}>
              <Day at={user.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
