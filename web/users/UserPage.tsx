import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { BackToList } from '#web/platform/queries/BackToList.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { UserRecord } from '#web/users/UserRecord.tsx'

/** `/admin/users/{id}`: one person, with everything an admin needs to know. */
export function UserPage() {
  const { id } = useParams({ from: '/layout/admin/users/$id' })
  const query = useQuery(rpc.users.get.queryOptions({ input: { id } }))
  return (
    <>
      <BackToList to="/admin/user-management" />
      {!query.data && <PageHeader title={t('users.record.window')} />}
      <DataState query={query} notFound={t('users.notFound')}>
        {(user) => <UserRecord key={id} user={user} />}
      </DataState>
    </>
  )
}
