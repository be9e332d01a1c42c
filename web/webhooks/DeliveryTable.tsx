import type { Delivery } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'
import table from '#web/ui/table.module.css'
import { longTime } from '#web/ui/time.ts'
import { toneOf, typeText } from '#web/webhooks/webhook-words.ts'

type Props = { deliveries: readonly Delivery[]; onOpen: (id: string) => void }

/** Deliveries, one per row. */
export function DeliveryTable({ deliveries, onOpen }: Props) {
  return (
    <Table
      wide
      heads={[
        t('webhooks.event'),
        t('webhooks.status'),
        t('webhooks.answer'),
        t('webhooks.attempts'),
        t('webhooks.when'),
        { unseen: t('webhooks.actions') },
      ]}
    >
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} onOpen={onOpen} />
      ))}
    </Table>
  )
}

function Row({ delivery, onOpen }: { delivery: Delivery; onOpen: Props['onOpen'] }) {
  const { id, type, status, attempts, created_at } = delivery
  return (
    <tr>
      <td>
        <div>
          <code>{type}</code>
          <p className={table.hint}>{typeText(type)}</p>
        </div>
      </td>
      <td data-label={t('webhooks.status')}>
        <Tag tone={toneOf[status]}>{t(`webhooks.deliveryStatus.${status}`)}</Tag>
      </td>
      <td data-label={t('webhooks.answer')}>{lastAnswer(delivery)}</td>
      <td data-label={t('webhooks.attempts')}>{attempts}</td>
      <td data-label={t('webhooks.when')}>
        <Ago at={created_at} />
      </td>
      <td className={table.action}>
        <Button aria-label={t('webhooks.openName', { type, when: longTime(created_at) })} onClick={() => onOpen(id)}>
          {t('webhooks.open')}
        </Button>
      </td>
    </tr>
  )
}

/** The HTTP status of the last answer, or that there was none. */
const lastAnswer = ({ lastStatus, lastError, attempts }: Delivery): string =>
  lastStatus !== null ? String(lastStatus) : attempts > 0 || lastError ? t('webhooks.noAnswer') : t('webhooks.notTried')
