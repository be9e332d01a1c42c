import { useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/later.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { WebhookForm } from '#web/webhooks/WebhookForm.tsx'

/** Changes where to and of what. */
export function EditWebhookDialog({ webhook, open, onClose }: { webhook: Webhook; open: boolean; onClose: () => void }) {
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
