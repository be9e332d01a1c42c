import { useState } from 'react'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useWebhookCall } from '#web/webhooks/use-act.ts'

/** Replays all dead deliveries of an endpoint, or those since a moment. */
export function ReplayDead({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const call = useWebhookCall()
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('webhooks.dead')}</Button>
      <FormDialog
        title={t('webhooks.deadTitle')}
        text={t('webhooks.deadText')}
        open={open}
        onClose={close}
        submit={t('webhooks.deadConfirm')}
        fields={['since']}
        // The moment is typed in the reader's time zone.
        send={({ since }: { since: string }) =>
          call(client.webhooks.replayDead({ id, ...(since && { since: new Date(since).toISOString() }) }))
        }
        done={({ count }) => {
          toast(count > 0 ? t('webhooks.deadDone', { count }) : t('webhooks.deadNone'))
          if (count > 0) close()
        }}
      >
        {(problems) => <Field name="since" label={t('webhooks.deadSince')} type="datetime-local" error={problems.since} />}
      </FormDialog>
    </>
  )
}
