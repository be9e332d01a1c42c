import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { WebhookRecord } from '#web/webhooks/WebhookRecord.tsx'

/** `/admin/settings/webhooks/{id}`: one endpoint, its state, and the log of its deliveries. */
export function WebhookPage() {
  const { id } = useParams({ from: '/layout/admin/settings/webhooks/$id' })
  const query = useQuery(rpc.webhooks.get.queryOptions({ input: { id } }))
  return (
    <>
      <BackLink to="/admin/settings" search={{ section: 'webhooks' }}>
        {t('webhooks.back')}
      </BackLink>
      {!query.data && <PageHeader title={t('webhooks.endpoint')} />}
      <DataState query={query} notFound={t('webhooks.notFound')}>
        {(webhook) => <WebhookRecord key={id} webhook={webhook} />}
      </DataState>
    </>
  )
}
