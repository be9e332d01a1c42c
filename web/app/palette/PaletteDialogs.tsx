import '#web/ui/later.css'
import type { Asked } from '#web/app/palette/actions.ts'
import { AnnouncementDialog } from '#web/users/AnnouncementDialog.tsx'
import { InviteDialog } from '#web/users/InviteDialog.tsx'
import { SuspendDialog } from '#web/users/SuspendDialog.tsx'

/** The dialog of an action of the palette, on whatever screen it was chosen. */
export function PaletteDialogs({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  if (asked.verb === 'invite') return <InviteDialog open onClose={onClose} />
  if (asked.verb === 'suspend') return <SuspendDialog user={asked.person} open onClose={onClose} />
  return <AnnouncementDialog to={asked.person} open onClose={onClose} />
}
