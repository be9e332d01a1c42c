import { Suspense, useState } from 'react'
import css from '#web/approval/queue/QueuePage.module.css'
import { useTriageKeys } from '#web/approval/use-triage-keys.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DialogUnloaded } from '#web/platform/loading/DialogUnloaded.tsx'
import { part } from '#web/platform/loading/part.tsx'
import { Button } from '#web/ui/Button.tsx'
import IconKeyboard from '#web/ui/icons/IconKeyboard.tsx'

const KeysDialog = part(() => import('#web/approval/queue/KeysDialog.tsx'), 'default', DialogUnloaded)

/** Which key does what: behind a button and behind `?`. */
export function KeysHelp() {
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setAsked(true)
    setOpen(true)
  }
  useTriageKeys({ help: show })
  return (
    <span className={css.help}>
      <Button look="quiet" icon={<IconKeyboard size={18} />} onClick={show}>
        {t('approval.keys.button')}
      </Button>
      {asked && (
        <Suspense>
          <KeysDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
