import type { Webhook } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** The status of an endpoint; a problem takes precedence over "on". */
export function WebhookTag({ webhook: { enabled, gone, failingSince } }: { webhook: Pick<Webhook, 'enabled' | 'gone' | 'failingSince'> }) {
  if (gone) return <Tag tone="red">{t('webhooks.gone')}</Tag>
  if (!enabled) return <Tag>{t('common.off')}</Tag>
  return failingSince ? <Tag tone="red">{t('webhooks.failing')}</Tag> : <Tag tone="green">{t('common.on')}</Tag>
}
