import { t } from '#web/platform/i18n/messages.ts'
import type { Retry } from '#web/platform/loading/lazy-component.tsx'
import { loadErrorSentence, useRetryOnline } from '#web/platform/loading/load-error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = Retry & { open?: boolean; onClose: (changed: boolean) => void }

/** Replaces a dialog whose files failed to load; the page behind it is unchanged. */
export function DialogLoadError({ again, open = true, onClose }: Props) {
  useRetryOnline(again)
  return (
    <Dialog
      title={t('common.failedTitle')}
      open={open}
      onClose={() => onClose(false)}
      dismiss="close"
      actions={
        <Button look="primary" onClick={again}>
          {t('common.retry')}
        </Button>
      }
    >
      <p>{loadErrorSentence()}</p>
    </Dialog>
  )
}
