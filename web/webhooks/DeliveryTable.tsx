import { Link } from '@tanstack/react-router'
import type { Delivery } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { RowsTable } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'
import { longTime } from '#web/ui/time.ts'
import { toneOf, typeText } from '#web/webhooks/webhook-words.ts'

/** Deliveries, one per row, which opens it. */
export function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <RowsTable
      wide
      rows={deliveries}
      columns={[
        {
          label: t('webhooks.event'),
          bare: true,
          cell: ({ id, type, created_at }) => (
            <div>
              <Link
                from="/admin/settings/webhooks/$id"
                to="."
                search={(shown) => ({ ...shown, message: id })}
                replace
                resetScroll={false}
                className="opens-row"
                aria-label={t('webhooks.openName', { type, when: longTime(created_at) })}
              >
                <code>{type}</code>
              </Link>
              <p className="aside breaks">{typeText(type)}</p>
            </div>
          ),
        },
        {
          label: t('common.status'),
          cell: ({ status }) => <Tag tone={toneOf[status]}>{t(`webhooks.deliveryStatus.${status}`)}</Tag>,
        },
        { label: t('webhooks.answer'), cell: lastAnswer },
        { label: t('webhooks.attempts'), cell: ({ attempts }) => attempts },
        { label: t('webhooks.when'), cell: ({ created_at }) => <Ago at={created_at} /> },
      ]}
    />
  )
}

/** The HTTP status of the last answer, or that there was none. */
const lastAnswer = ({ lastStatus, lastError, attempts }: Delivery): string =>
  lastStatus !== null ? String(lastStatus) : attempts > 0 || lastError ? t('webhooks.noAnswer') : t('webhooks.notTried')
