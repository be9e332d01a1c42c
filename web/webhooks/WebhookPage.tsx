import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import { t } from '#web/messages/later.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { WebhookRecord } from '#web/webhooks/WebhookRecord.tsx'

/** `/admin/settings/webhooks/{id}`: one endpoint, how it fares, and the log of what it was told. */
export function WebhookPage() {
  const { id } = useParams({ from: '/frame/admin/settings/webhooks/$id' })
  const query = useQuery(rpc.webhooks.get.queryOptions({ input: { id } }))
  return (
    <>
      {!query.data && <PageHeader title={t('webhooks.endpoint')} />}
      <DataState query={query}>{(webhook) => <WebhookRecord key={id} webhook={webhook} />}</DataState>
    </>
  )
}
