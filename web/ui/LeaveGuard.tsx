import { useBlocker } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = {
  /** Called at the moment of leaving, so that a form may save and leave at once. */
  dirty: () => boolean
  /** What becomes of the changes, given the path of the next page. */
  text?: ((to: string) => string | undefined) | undefined
  /** True if the changes survive, so that leaving is not dangerous. */
  isKept?: (to: string) => boolean
}

/** Asks before a form with unsaved changes is left, by a link, the back button or closing the window. */
export function LeaveGuard({ dirty, text, isKept }: Props) {
  const { status, proceed, reset, next } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty() && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  const blocked = status === 'blocked'
  return (
    <Dialog
      title={t('common.leaveTitle')}
      open={blocked}
      onClose={() => blocked && reset()}
      actions={
        <Button look={next && isKept?.(next.pathname) ? 'primary' : 'danger'} onClick={() => proceed?.()}>
          {t('common.leave')}
        </Button>
      }
    >
      {(next && text?.(next.pathname)) ?? t('common.leaveText')}
    </Dialog>
  )
}
