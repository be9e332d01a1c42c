import { Link } from '@tanstack/react-router'
import type { Webhook } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Table } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'
import table from '#web/ui/table.module.css'
import { Counts } from '#web/webhooks/Counts.tsx'
import { WebhookTag } from '#web/webhooks/WebhookTag.tsx'
import { hostOf } from '#web/webhooks/webhook-words.ts'

/** Endpoints, one per row; each links to its log. */
export function WebhooksTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <Table wide heads={[t('webhooks.fields.url'), t('webhooks.status'), t('webhooks.queue'), t('webhooks.lastDelivered')]}>
      {webhooks.map((webhook) => (
        <Row key={webhook.id} webhook={webhook} />
      ))}
    </Table>
  )
}

function Row({ webhook }: { webhook: Webhook }) {
  const { id, url, description, types, lastDeliveredAt } = webhook
  return (
    <tr>
      <td>
        <div>
          <p className="name-line">
            <Link to="/admin/settings/webhooks/$id" params={{ id }} className="opens-row">
              {hostOf(url)}
            </Link>
          </p>
          <p className={table.hint}>{[description, t('webhooks.eventCount', { count: types.length })].filter(Boolean).join(' · ')}</p>
        </div>
      </td>
      <td data-label={t('webhooks.status')}>
        <WebhookTag webhook={webhook} />
      </td>
      <td data-label={t('webhooks.queue')}>
        <Counts webhook={webhook} />
      </td>
      <td data-label={t('webhooks.lastDelivered')}>{lastDeliveredAt ? <Ago at={lastDeliveredAt} /> : t('webhooks.never')}</td>
    </tr>
  )
}
