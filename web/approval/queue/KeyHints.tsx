import { useState } from 'react'
import css from '#web/approval/queue/QueuePage.module.css'
import { keyLabel, useTriageKeys } from '#web/approval/queue/use-triage-keys.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconKeyboard from '#web/ui/icons/IconKeyboard.tsx'
import IconPointer from '#web/ui/icons/IconPointer.tsx'

const KeysDialog = lazyDialog(() => import('#web/approval/queue/KeysDialog.tsx'), 'default')

/** A button, and the key `?`, that open the list of keys. */
export function KeyHints() {
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  useTriageKeys({ help: show })
  return (
    <span className={`${css.help} with-keyboard`}>
      <IconButton label={t('approval.keys.button')} onClick={show}>
        <IconKeyboard size={20} />
      </IconButton>
      {open && <KeysDialog onClose={() => setOpen(false)} />}
    </span>
  )
}

const shownActs = ['next', 'previous', 'approve', 'reject', 'select', 'help'] as const

/** The right side while nothing is open: its purpose, and the keys that make a long queue short. */
export function NothingOpened({ text }: { text: string }) {
  return (
    <div className={`${css.nothing} middle`}>
      <EmptyState
        icon={IconPointer}
        title={t('approval.none.title')}
        text={
          <>
            {text}
            <span className={`${css.keys} row with-keyboard`}>
              {shownActs.map((act) => (
                <span key={act}>
                  <kbd>{keyLabel(act)}</kbd> {t(`approval.keys.short.${act}`)}
                </span>
              ))}
            </span>
          </>
        }
      />
    </div>
  )
}
