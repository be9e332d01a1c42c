import type { Webhook } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Tag } from '#web/ui/Tag.tsx'
import css from '#web/webhooks/Webhooks.module.css'

/** The waiting and the dead deliveries. */
export function Counts({ webhook: { waiting, dead } }: { webhook: Pick<Webhook, 'waiting' | 'dead'> }) {
  if (waiting + dead === 0) return t('webhooks.nothingWaits')
  return (
    <span className={css.counts}>
      {waiting > 0 && <Tag tone="amber">{t('webhooks.waitingCount', { count: waiting })}</Tag>}
      {dead > 0 && <Tag tone="red">{t('webhooks.deadCount', { count: dead })}</Tag>}
    </span>
  )
}
