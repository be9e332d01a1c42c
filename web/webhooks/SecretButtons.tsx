import { useState } from 'react'
import type { Webhook } from '#domain/webhook.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { longTime } from '#web/ui/time.ts'
import { SecretShown } from '#web/webhooks/SecretShown.tsx'
import { useWebhookCall } from '#web/webhooks/use-webhook-call.ts'

/** Buttons to show the secret and to rotate it. */
export function SecretButtons({ webhook: { id, previousUntil } }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const call = useWebhookCall()
  const reveal = useAct({ send: () => call(client.webhooks.reveal({ id })), done: (answer) => setSecret(answer.secret) })
  return (
    <div className="stack">
      <div className="row">
        <Button busy={reveal.isPending} onClick={() => reveal.mutate()}>
          {t('webhooks.reveal')}
        </Button>
        <Button onClick={() => setAsking(true)}>{t('webhooks.rotate')}</Button>
      </div>
      <p className="aside breaks">{previousUntil ? t('webhooks.rotated', { when: longTime(previousUntil) }) : t('webhooks.revealText')}</p>
      <FormDialog
        title={t('webhooks.rotateTitle')}
        text={t('webhooks.rotateText')}
        submit={t('webhooks.rotateConfirm')}
        open={asking}
        onClose={() => setAsking(false)}
        send={() => call(client.webhooks.rotate({ id }))}
        done={(answer) => {
          setAsking(false)
          setSecret(answer.secret)
        }}
      />
      {secret && (
        <SecretShown title={t('webhooks.secret')} text={t('webhooks.secretText')} secret={secret} onClose={() => setSecret(null)} />
      )}
    </div>
  )
}
