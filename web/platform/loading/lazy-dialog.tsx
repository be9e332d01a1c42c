import { type FunctionComponent, Suspense } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { type LazyComponent, lazyComponent, type Retry } from '#web/platform/loading/lazy-component.tsx'
import { loadErrorSentence, useRetryOnline } from '#web/platform/loading/load-error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Closes = { onClose: (changed: boolean) => void }

/** A dialog whose file is loaded when it is opened; nothing is shown until then. If that fails, a dialog says so; the page behind it is unchanged. */
export function lazyDialog<Name extends string, Props extends Closes>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
): LazyComponent<Props> {
  const Loaded = lazyComponent(load, name, LoadErrorDialog)
  const Waiting = (props: Props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
  return Object.assign(Waiting, { preload: Loaded.preload })
}

function LoadErrorDialog({ again, onClose }: Retry & Closes) {
  useRetryOnline(again)
  return (
    <Dialog
      title={t('common.failedTitle')}
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
