import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook } from '#domain/webhook.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { deleteOnce } from '#web/platform/queries/delete-once.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { WebhookForm } from '#web/webhooks/WebhookForm.tsx'
import { hostOf } from '#web/webhooks/webhook-words.ts'

/** All actions on an endpoint except those on its secret. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, url, enabled } = webhook
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null)
  const navigate = useNavigate()
  const stale = rpc.webhooks.key()
  const test = useAct({ send: () => client.webhooks.test({ id }), stale, done: () => toast(t('webhooks.tested')) })
  const flip = useAct({
    send: () => client.webhooks.edit({ id, change: { enabled: !enabled } }),
    stale,
    done: (now) => toast(t(now.enabled ? 'webhooks.switchedOn' : 'webhooks.switchedOff')),
  })
  const close = () => setAsking(null)
  return (
    <>
      {enabled && (
        <Button look="primary" busy={test.isPending} onClick={() => test.mutate()}>
          {t('webhooks.test')}
        </Button>
      )}
      <Button onClick={() => setAsking('edit')}>{t('common.edit')}</Button>
      <Button busy={flip.isPending} onClick={() => flip.mutate()}>
        {t(enabled ? 'common.switchOff' : 'common.switchOn')}
      </Button>
      <Button onClick={() => setAsking('remove')}>{t('common.remove')}</Button>
      <WebhookForm
        title={t('webhooks.editTitle')}
        open={asking === 'edit'}
        start={webhook}
        submit={t('settings.save')}
        send={(change) => client.webhooks.edit({ id, change })}
        report={() => t('webhooks.saved')}
        onClose={close}
      />
      <FormDialog
        title={t('webhooks.removeTitle')}
        text={t('webhooks.removeText', { host: hostOf(url) })}
        submit={t('webhooks.removeTitle')}
        danger
        open={asking === 'remove'}
        send={() => deleteOnce(id, () => client.webhooks.delete({ id }))}
        stale={stale}
        done={() => {
          toast(t('webhooks.removed', { host: hostOf(url) }))
          return navigate({ to: '/admin/settings', search: { section: 'webhooks' } })
        }}
        onClose={close}
      />
    </>
  )
}
