import { useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import IconSend from '#web/ui/icons/IconSend.tsx'
import { AnnouncementDialog } from '#web/users/AnnouncementDialog.tsx'

/** The button to write to one person or many. */
export function AnnouncementButton({ to }: { to?: { id: string; name: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconSend size={16} />} onClick={() => setOpen(true)}>
        {t('users.message.open')}
      </Button>
      <AnnouncementDialog {...(to && { to })} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
