import { useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useAct } from '#web/webhooks/use-act.ts'

/** Replays all dead deliveries of an endpoint, or those since a moment. */
export function ReplayDead({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const [since, setSince] = useState('')
  const close = () => setOpen(false)
  const replay = useAct(
    // The moment is typed in the reader's time zone.
    () => client.webhooks.replayDead({ id, ...(since && { since: new Date(since).toISOString() }) }),
    ({ count }) => {
      toast(count > 0 ? t('webhooks.deadDone', { count }) : t('webhooks.deadNone'))
      if (count > 0) close()
    },
  )
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('webhooks.dead')}</Button>
      <Dialog
        title={t('webhooks.deadTitle')}
        open={open}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('webhooks.cancel')}</Button>
            <Button look="primary" busy={replay.isPending} onClick={() => replay.mutate()}>
              {t('webhooks.deadConfirm')}
            </Button>
          </>
        }
      >
        <div className="stack">
          <p>{t('webhooks.deadText')}</p>
          <Field label={t('webhooks.deadSince')} type="datetime-local" value={since} onChange={({ target }) => setSince(target.value)} />
        </div>
      </Dialog>
    </>
  )
}
