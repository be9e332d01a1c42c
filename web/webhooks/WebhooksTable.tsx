import { Link } from '@tanstack/react-router'
import type { Webhook } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { RowsTable } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'
import table from '#web/ui/table.module.css'
import { Counts } from '#web/webhooks/Counts.tsx'
import { WebhookTag } from '#web/webhooks/WebhookTag.tsx'
import { hostOf } from '#web/webhooks/webhook-words.ts'

/** Endpoints, one per row; each links to its log. */
export function WebhooksTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <RowsTable
      wide
      rows={webhooks}
      columns={[
        {
          label: t('webhooks.fields.url'),
          bare: true,
          cell: ({ id, url, description, types }) => (
            <div>
              <p className="name-line">
                <Link to="/admin/settings/webhooks/$id" params={{ id }} className="opens-row">
                  {hostOf(url)}
                </Link>
              </p>
              <p className={table.hint}>{[description, t('webhooks.eventCount', { count: types.length })].filter(Boolean).join(' · ')}</p>
            </div>
          ),
        },
        { label: t('webhooks.status'), cell: (webhook) => <WebhookTag webhook={webhook} /> },
        { label: t('webhooks.queue'), cell: (webhook) => <Counts webhook={webhook} /> },
        { label: t('webhooks.lastDelivered'), cell: ({ lastDeliveredAt: at }) => (at ? <Ago at={at} /> : t('webhooks.never')) },
      ]}
    />
  )
}
