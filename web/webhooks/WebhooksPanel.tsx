import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook } from '#domain/webhook.ts'
import { webhookTypes } from '#domain/webhook-types.ts'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import IconWebhook from '#web/ui/icons/IconWebhook.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Ago } from '#web/ui/Time.tsx'
import { Counts } from '#web/webhooks/Counts.tsx'
import { SecretShown } from '#web/webhooks/SecretShown.tsx'
import { WebhookForm } from '#web/webhooks/WebhookForm.tsx'
import { WebhookTag } from '#web/webhooks/WebhookTag.tsx'
import { hostOf, pathOf } from '#web/webhooks/webhook-words.ts'

/** The endpoints that storefronts receive events at (product §8). */
export function WebhooksPanel() {
  const query = useQuery(rpc.webhooks.list.queryOptions())
  const add = (
    <OpenButton look="primary" icon={<IconPlus size={16} />} dialog={(state) => <NewWebhookDialog {...state} />}>
      {t('webhooks.new')}
    </OpenButton>
  )
  return (
    <Panel title={t('settings.section.webhooks')} actions={add} lead={t('webhooks.text')} flush>
      <DataState query={query} loading={<Skeleton rows={3} />}>
        {(webhooks) =>
          webhooks.length > 0 ? (
            <WebhooksTable webhooks={webhooks} />
          ) : (
            <EmptyState icon={IconWebhook} title={t('webhooks.noneTitle')} text={t('webhooks.noneText')} />
          )
        }
      </DataState>
    </Panel>
  )
}

/** Asks for address and events, then shows the secret. */
function NewWebhookDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret) {
    const close = () => {
      setSecret(null)
      onClose()
    }
    return <SecretShown title={t('webhooks.secretNew')} text={t('webhooks.secretNewText')} secret={secret} onClose={close} />
  }
  return (
    <WebhookForm
      title={t('webhooks.new')}
      open={open}
      start={{ url: '', description: '', types: [...webhookTypes] }}
      submit={t('webhooks.add')}
      send={(values) => client.webhooks.create({ ...values, enabled: true })}
      done={(created) => setSecret(created.secret)}
      onClose={onClose}
    />
  )
}

/** Endpoints, one per row; each links to its log. */
function WebhooksTable({ webhooks }: { webhooks: readonly Webhook[] }) {
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
              <p className="aside breaks">
                <Dotted>
                  {description || pathOf(url)}
                  {t('webhooks.eventCount', { count: types.length })}
                </Dotted>
              </p>
            </div>
          ),
        },
        { label: t('common.status'), cell: (webhook) => <WebhookTag webhook={webhook} /> },
        { label: t('webhooks.queue'), cell: (webhook) => <Counts webhook={webhook} /> },
        { label: t('webhooks.lastDelivered'), cell: ({ lastDeliveredAt: at }) => (at ? <Ago at={at} /> : t('common.never')) },
      ]}
    />
  )
}
