import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import type { LinkResult as Result } from '#web/platform/opened-link.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Shows on the home page what a mailed link did that was opened while signed in (product §2). */
export default function LinkResult({ result }: { result: Result }) {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  const further = result === 'reset' || result === 'expired'
  return (
    <Dialog
      title={t(`account.link.${result}.title`)}
      open={open}
      onClose={close}
      dismiss="close"
      actions={
        further && (
          <Link to="/profile" className={buttonClass('primary')} onClick={close}>
            {t('account.link.toProfile')}
          </Link>
        )
      }
    >
      <p>{t(`account.link.${result}.text`)}</p>
    </Dialog>
  )
}
