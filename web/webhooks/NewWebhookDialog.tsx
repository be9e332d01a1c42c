import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/platform/i18n/later.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SecretShown } from '#web/webhooks/SecretShown.tsx'
import { WebhookForm } from '#web/webhooks/WebhookForm.tsx'
import { typesShown } from '#web/webhooks/webhook-search.ts'

/** Asks where to and of what, then shows the secret. */
export function NewWebhookDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    setSecret(null)
    onClose()
  }
  return (
    <Dialog title={t(secret ? 'webhooks.secretNew' : 'webhooks.new')} open={open} onClose={close}>
      {secret ? (
        <SecretShown text={t('webhooks.secretNewText')} secret={secret} onDone={close} />
      ) : (
        <WebhookForm
          start={{ url: '', description: '', types: [...typesShown] }}
          submit={t('webhooks.add')}
          send={(said) => client.webhooks.create({ ...said, enabled: true })}
          onDone={(made) => {
            setSecret(made.secret)
            return queries.invalidateQueries({ queryKey: rpc.webhooks.key() })
          }}
          onClose={close}
        />
      )}
    </Dialog>
  )
}
