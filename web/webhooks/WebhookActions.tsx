import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { deletedIds } from '#web/platform/queries/deleted-ids.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { ConfirmDialog } from '#web/webhooks/ConfirmDialog.tsx'
import { useAct } from '#web/webhooks/use-act.ts'
import { WebhookForm } from '#web/webhooks/WebhookForm.tsx'
import { hostOf } from '#web/webhooks/webhook-words.ts'

/** Stops this tab's queries for the endpoint before the call, because the hint of its removal may arrive before the answer. */
async function deleteOnce(id: string): Promise<void> {
  deletedIds.add(id)
  try {
    await client.webhooks.delete({ id })
  } catch (error) {
    deletedIds.delete(id)
    throw error
  }
}

/** All actions on an endpoint except those on its secret. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, url, enabled } = webhook
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null)
  const navigate = useNavigate()
  const test = useAct(
    () => client.webhooks.test({ id }),
    () => toast(t('webhooks.tested')),
  )
  const flip = useAct(
    () => client.webhooks.edit({ id, change: { enabled: !enabled } }),
    (now) => toast(t(now.enabled ? 'webhooks.switchedOn' : 'webhooks.switchedOff')),
  )
  const remove = useAct(
    () => deleteOnce(id),
    () => {
      toast(t('webhooks.removed', { host: hostOf(url) }))
      return navigate({ to: '/admin/settings', search: { section: 'webhooks' } })
    },
  )
  const close = () => setAsking(null)
  return (
    <>
      {enabled && (
        <Button look="primary" busy={test.isPending} onClick={() => test.mutate()}>
          {t('webhooks.test')}
        </Button>
      )}
      <Button onClick={() => setAsking('edit')}>{t('webhooks.edit')}</Button>
      <Button busy={flip.isPending} onClick={() => flip.mutate()}>
        {t(enabled ? 'webhooks.switchOff' : 'webhooks.switchOn')}
      </Button>
      <Button onClick={() => setAsking('remove')}>{t('webhooks.remove')}</Button>
      <EditWebhookDialog webhook={webhook} open={asking === 'edit'} onClose={close} />
      <ConfirmDialog
        title={t('webhooks.removeTitle')}
        text={t('webhooks.removeText', { host: hostOf(url) })}
        confirm={t('webhooks.removeConfirm')}
        look="danger"
        busy={remove.isPending}
        open={asking === 'remove'}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  )
}

/** Changes the address and the events. */
function EditWebhookDialog({ webhook, open, onClose }: { webhook: Webhook; open: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const { id, url, description, types } = webhook
  return (
    <Dialog title={t('webhooks.editTitle')} open={open} onClose={onClose}>
      <WebhookForm
        start={{ url, description, types }}
        submit={t('webhooks.save')}
        send={(change) => client.webhooks.edit({ id, change })}
        onDone={() => {
          toast(t('webhooks.saved'))
          onClose()
          return queries.invalidateQueries({ queryKey: rpc.webhooks.key() })
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}
