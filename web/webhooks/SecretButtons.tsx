import { useState } from 'react'
import type { Webhook } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { longTime } from '#web/ui/time.ts'
import { ConfirmDialog } from '#web/webhooks/ConfirmDialog.tsx'
import { SecretShown } from '#web/webhooks/SecretShown.tsx'
import { useAct } from '#web/webhooks/use-act.ts'

/** Buttons to show the secret and to rotate it. */
export function SecretButtons({ webhook: { id, previousUntil } }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const reveal = useAct(
    () => client.webhooks.reveal({ id }),
    (answer) => setSecret(answer.secret),
  )
  const rotate = useAct(
    () => client.webhooks.rotate({ id }),
    (answer) => {
      setAsking(false)
      setSecret(answer.secret)
    },
  )
  const close = () => setSecret(null)
  return (
    <div className="stack">
      <div className="row">
        <Button busy={reveal.isPending} onClick={() => reveal.mutate()}>
          {t('webhooks.reveal')}
        </Button>
        <Button onClick={() => setAsking(true)}>{t('webhooks.rotate')}</Button>
      </div>
      <p className="aside breaks">{previousUntil ? t('webhooks.rotated', { when: longTime(previousUntil) }) : t('webhooks.revealText')}</p>
      <ConfirmDialog
        title={t('webhooks.rotateTitle')}
        text={t('webhooks.rotateText')}
        confirm={t('webhooks.rotateConfirm')}
        look="primary"
        busy={rotate.isPending}
        open={asking}
        onConfirm={() => rotate.mutate()}
        onClose={() => setAsking(false)}
      />
      <Dialog title={t('webhooks.secret')} open={secret !== null} onClose={close}>
        <SecretShown text={t('webhooks.secretText')} secret={secret ?? ''} onDone={close} />
      </Dialog>
    </div>
  )
}
