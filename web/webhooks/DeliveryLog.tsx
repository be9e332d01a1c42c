import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Delivery, Webhook } from '#domain/webhook.ts'
import { webhookTypes } from '#domain/webhook-types.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { PagedRows } from '#web/platform/loading/PagedRows.tsx'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { isEntirelyEmpty, usePagedQuery, usePages } from '#web/platform/queries/use-pages.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import IconWebhook from '#web/ui/icons/IconWebhook.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'
import { longTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toasts.ts'
import { DeliveryDialog } from '#web/webhooks/DeliveryDialog.tsx'
import { statusesShown, type WebhookSearch } from '#web/webhooks/webhook-search.ts'
import { toneOf, typeText } from '#web/webhooks/webhook-words.ts'

const from = '/layout/admin/settings/webhooks/$id'

/** The deliveries of an endpoint with its answers, newest first. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { id } = webhook
  const { pages = 1, message, ...search } = useSearch({ from })
  const navigate = useNavigate()
  const list = usePagedQuery(rpc.webhooks.deliveries, { id, ...search })
  const rows = usePages(list, pages)
  const go = (to: WebhookSearch) =>
    void navigate({ to: '/admin/settings/webhooks/$id', params: { id }, search: to, replace: true, resetScroll: false })
  const filtered = Object.values(search).some((value) => value !== undefined)
  return (
    <Panel title={t('webhooks.log')} actions={webhook.enabled && webhook.dead > 0 && <ReplayDead id={id} />} flush>
      {!isEntirelyEmpty(list, rows, filtered) && <LogToolbar search={search} change={(to) => go({ ...search, ...to })} />}
      <PagedRows
        list={list}
        rows={rows}
        empty={{ filtered, clear: () => go({}), icon: IconWebhook, title: t('webhooks.logEmptyTitle'), text: t('webhooks.logEmptyText') }}
        more={(shown) => go({ ...search, pages: shown })}
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} />}
      </PagedRows>
      <DeliveryDialog id={message} enabled={webhook.enabled} onClose={() => go({ ...search, pages })} />
    </Panel>
  )
}

type Props = { search: WebhookSearch; change: (to: WebhookSearch) => void }

/** The filters of the log. */
function LogToolbar({ search, change }: Props) {
  const statuses = statusesShown.map((status) => ({ value: status, label: t(`webhooks.deliveryStatus.${status}`) }))
  const types = webhookTypes.map((type) => ({ value: type, label: type }))
  const { text, choice } = filtersOf(search, change)
  return (
    <div className="panel-tools">
      <Filters
        search={text(t('common.search'), t('webhooks.searchHint'))}
        choices={[
          choice('status', { label: t('common.status'), all: t('webhooks.anyStatus'), options: statuses }),
          choice('type', { label: t('webhooks.event'), all: t('webhooks.allTypes'), options: types }),
        ]}
        clear={() => change({ status: undefined, type: undefined })}
      />
    </div>
  )
}

/** Replays all dead deliveries of an endpoint, or those since a moment. */
function ReplayDead({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('webhooks.deadTitle')}</Button>
      <FormDialog
        title={t('webhooks.deadTitle')}
        text={t('webhooks.deadText')}
        open={open}
        onClose={close}
        submit={t('webhooks.deadConfirm')}
        fields={['since']}
        // `Date` reads the typed moment in the time zone of the reader.
        send={({ since }: { since: string }) => client.webhooks.replayDead({ id, ...(since && { since: new Date(since).toISOString() }) })}
        stale={rpc.webhooks.key()}
        done={({ count }) => {
          toast(count > 0 ? t('webhooks.deadDone', { count }) : t('webhooks.deadNone'))
          if (count > 0) close()
        }}
      >
        <Field name="since" label={t('webhooks.deadSince')} type="datetime-local" />
      </FormDialog>
    </>
  )
}

/** Deliveries, one per row, which opens it. */
function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
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
