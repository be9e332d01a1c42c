import { useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import IconMail from '#web/ui/icons/IconMail.tsx'
import { InviteDialog } from '#web/users/InviteDialog.tsx'

/** The way to invite a person. */
export function InviteButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconMail size={16} />} onClick={() => setOpen(true)}>
        {t('users.invite.open')}
      </Button>
      <InviteDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
