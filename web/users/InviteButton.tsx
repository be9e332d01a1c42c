import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { useState } from 'react'
import { useMarketplace } from '#web/app/use-me.ts'
import { t } from '#web/messages/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { InviteDialog } from '#web/users/InviteDialog.tsx'

/** The way to invite somebody; while registration is closed it says so. */
export function InviteButton() {
  const { registration } = useMarketplace()
  const [open, setOpen] = useState(false)
  const why = registration === 'closed' ? t('users.invite.closed') : undefined
  return (
    <>
      <Button
        icon={<IconMail size={16} aria-hidden />}
        aria-disabled={why ? true : undefined}
        title={why}
        onClick={() => (why ? toast(why, 'bad') : setOpen(true))}
      >
        {t('users.invite.open')}
      </Button>
      <InviteDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
