import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { lastUsers } from '#web/users/last-users.ts'
import { UserRecord } from '#web/users/UserRecord.tsx'

/** `/admin/users/{id}`: one person, with everything an admin needs to know. */
export function UserPage() {
  const { id } = useParams({ from: '/layout/admin/users/$id' })
  const query = useQuery(rpc.users.get.queryOptions({ input: { id } }))
  return (
    <>
      <BackLink to="/admin/user-management" search={lastUsers.last()} resetScroll={false}>
        {t('users.record.toList')}
      </BackLink>
      {!query.data && <PageHeader title={t('users.record.window')} />}
      <DataState query={query}>{(user) => <UserRecord key={id} user={user} />}</DataState>
    </>
  )
}
