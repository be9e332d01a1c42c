import { t } from '#web/platform/i18n/later.ts'
import { Select } from '#web/ui/Select.tsx'
import css from '#web/webhooks/Webhooks.module.css'
import { statusesShown, typesShown, type WebhookSearch } from '#web/webhooks/webhook-search.ts'

type Props = { search: WebhookSearch; change: (to: WebhookSearch) => void }

/** What narrows the log of an endpoint. */
export function LogToolbar({ search, change }: Props) {
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`webhooks.deliveryStatus.${status}`) }))
  const types = typesShown.map((type) => ({ value: type, label: type }))
  return (
    <div className={css.tools}>
      <Select
        label={t('webhooks.status')}
        quiet
        value={search.status ?? ''}
        options={[{ value: '', label: t('webhooks.anyStatus') }, ...statuses]}
        onChange={({ target }) => change({ status: statusesShown.find((status) => status === target.value) })}
      />
      <Select
        label={t('webhooks.event')}
        quiet
        value={search.type ?? ''}
        options={[{ value: '', label: t('webhooks.allTypes') }, ...types]}
        onChange={({ target }) => change({ type: typesShown.find((type) => type === target.value) })}
      />
    </div>
  )
}
