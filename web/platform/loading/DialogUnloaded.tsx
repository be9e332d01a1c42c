import { t } from '#web/platform/i18n/door.ts'
import type { Again } from '#web/platform/loading/part.tsx'
import { unloadedSentence, useAgainOnline } from '#web/platform/loading/unloaded.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = Again & { open?: boolean; onClose: (changed: boolean) => void }

/** Stands in place of a dialog whose files did not come; nothing behind it is touched. */
export function DialogUnloaded({ again, open = true, onClose }: Props) {
  useAgainOnline(again)
  return (
    <Dialog
      title={t('common.failedTitle')}
      open={open}
      onClose={() => onClose(false)}
      actions={
        <Button look="primary" onClick={again}>
          {t('common.retry')}
        </Button>
      }
    >
      <p>{unloadedSentence()}</p>
    </Dialog>
  )
}
