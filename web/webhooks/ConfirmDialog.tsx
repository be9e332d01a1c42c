import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = {
  title: string
  text: string
  confirm: string
  look: 'primary' | 'danger'
  busy: boolean
  open: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Explains what follows and asks for confirmation. */
export function ConfirmDialog({ title, text, confirm, look, busy, open, onConfirm, onClose }: Props) {
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('webhooks.cancel')}</Button>
          <Button look={look} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
